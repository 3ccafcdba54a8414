import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Table } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import type { AccountView } from './account-view.ts';

/** Money that was settled or entered, on days that the bank has told of, and that is no line of the bank. */
export function UnbackedTable({ account, filters }: AccountView): ReactNode {
  const { trade, bank } = useText();
  const isOperator = useMe().role === 'operator';
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
      columns={[
        column.at('at', trade.at, { isSorted: true }),
        column.money('sum', trade.sum, { isSorted: true }),
        {
          id: 'what',
          title: bank.what,
          cell: ({ kind, id }) => (
            <Link href={kind === 'deal' ? `/deals/${id}` : `/arrivals?id=${id}`}>{bank.kinds[kind]}</Link>
          ),
        },
        column.number('requisite', trade.requisite),
        {
          id: 'id',
          title: 'ID',
          cell: ({ id }) => (
            <Copyable value={id} label="ID">
              …{id.slice(-8)}
            </Copyable>
          ),
        },
        column.named('by', trade.who, (by: string) => by || '–'),
      ]}
      acts={
        isOperator &&
        (({ id }) => (
          <ActButton
            operation="explainUnbacked"
            path={{ id: account.id }}
            words={bank.explain}
            fields={{ subjectId: field.fixed(id), reason }}
            isSmall
          />
        ))
      }
    />
  );
}
