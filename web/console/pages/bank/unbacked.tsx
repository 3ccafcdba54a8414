import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import type { BankAccount, UnbackedMoney } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Instant, Money, RequisiteNumber } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import type { AccountView } from './account-view.ts';

/** Money that was settled or entered, on days that the bank has told of, and that is no line of the bank. */
export function UnbackedTable({ account, filters }: AccountView): ReactNode {
  const { bank } = useText();
  const url = useUrlState();
  const query = { from: url.get('from'), to: url.get('to') };
  const found = useRead('listUnbacked', { path: { id: account.id }, query }, { isLive: true, keepsPrevious: true });
  return (
    <Table
      label={bank.views.ours}
      rows={found.data?.items}
      error={found.error}
      retry={() => found.refetch()}
      rowKey={({ id }) => id}
      empty={bank.nothing.ours}
      filters={filters}
      columns={useColumns(account)}
    />
  );
}

function useColumns(account: BankAccount): readonly Column<UnbackedMoney>[] {
  const text = useText();
  const { bank, trade } = text;
  const isOperator = useMe().role === 'operator';
  const columns: readonly Column<UnbackedMoney>[] = [
    { id: 'at', title: trade.at, cell: ({ at }) => <Instant at={at} />, order: ({ at }) => at },
    {
      id: 'sum',
      title: trade.sum,
      isNumeric: true,
      cell: ({ sum }) => <Money value={sum} />,
      order: ({ sum }) => minorUnits(sum),
    },
    {
      id: 'what',
      title: bank.what,
      cell: ({ kind, id }) => (
        <Link href={kind === 'deal' ? `/deals/${id}` : `/arrivals?id=${id}`}>{bank.kinds[kind]}</Link>
      ),
    },
    { id: 'requisite', title: trade.requisite, cell: ({ requisite }) => <RequisiteNumber value={requisite} /> },
    {
      id: 'id',
      title: 'ID',
      cell: ({ id }) => (
        <Copyable value={id} label="ID">
          …{id.slice(-8)}
        </Copyable>
      ),
    },
    { id: 'by', title: trade.who, cell: ({ by }) => by || '–' },
  ];
  if (!isOperator) return columns;
  const acts: Column<UnbackedMoney> = {
    id: 'actions',
    title: '',
    cell: ({ id }) => (
      <ActButton
        operation="explainUnbacked"
        path={{ id: account.id }}
        words={bank.explain}
        fields={{ subjectId: field.fixed(id), reason }}
        isSmall
      />
    ),
  };
  return [...columns, acts];
}
