import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import type { BankLine } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Money } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import type { AccountView } from './account-view.ts';
import { DayFilter } from './day-filter.tsx';
import { LineActs } from './line-acts.tsx';

interface LinesProps extends AccountView {
  readonly list: 'matched' | 'bank' | 'explained' | 'out';
}

/** Lines of the bank. Those that only the bank knows are linked or explained here. */
export function LinesTable({ account, list, filters }: LinesProps): ReactNode {
  const { bank } = useText();
  const url = useUrlState();
  const query = { list, from: url.get('from'), to: url.get('to'), after: useCursor() };
  const lines = useRead('listBankLines', { path: { id: account.id }, query }, { isLive: true, keepsPrevious: true });
  return (
    <Table
      label={bank.views[list]}
      rows={lines.data?.items}
      error={lines.error}
      retry={() => lines.refetch()}
      rowKey={({ id }) => id}
      next={lines.data?.next ?? null}
      empty={list === 'bank' ? bank.nothing.bank : bank.nothing.lines}
      filters={
        <>
          {filters}
          <DayFilter name="from" label={bank.since} />
          <DayFilter name="to" label={bank.until} />
        </>
      }
      columns={useColumns(list)}
    />
  );
}

function useColumns(list: LinesProps['list']): readonly Column<BankLine>[] {
  const text = useText();
  const { bank } = text;
  const isOperator = useMe().role === 'operator';
  const columns: readonly Column<BankLine>[] = [
    { id: 'day', title: bank.day, cell: ({ bookedOn }) => <time dateTime={bookedOn}>{bookedOn}</time> },
    {
      id: 'sum',
      title: text.trade.sum,
      isNumeric: true,
      cell: ({ sum }) => <Money value={sum} />,
      order: ({ sum }) => minorUnits(sum),
    },
    {
      id: 'what',
      title: bank.what,
      cell: (line) => <WhatItIs line={line} />,
    },
    {
      id: 'party',
      title: bank.party,
      cell: ({ party, purpose }) => (
        <span className="two-lines">
          <span>{party || '–'}</span>
          <span>{purpose}</span>
        </span>
      ),
    },
    { id: 'reference', title: text.fields.reference, cell: ({ reference }) => <code>{reference ?? '–'}</code> },
  ];
  return list === 'bank' && isOperator
    ? [...columns, { id: 'actions', title: '', cell: (line) => <LineActs line={line} /> }]
    : columns;
}

function WhatItIs({ line }: { readonly line: BankLine }): ReactNode {
  const text = useText();
  const { bank } = text;
  const { state, held, arrival, dealId, isTrusted, makersEntry, explanation, explainedBy } = line;
  const why = held === null ? (arrival?.exception ?? null) : null;
  return (
    <span className="two-lines">
      <span>
        {dealId === null || state === 'open' ? (
          bank.states[state]
        ) : (
          <Link href={`/deals/${dealId}`}>{bank.states[state]}</Link>
        )}
      </span>
      <span>
        {[
          held === null ? null : bank.held[held],
          why !== null && arrival?.status === 'held' ? text.trade.exceptions[why] : null,
          isTrusted ? null : bank.makersLine,
          explanation === null ? null : `${explanation} · ${explainedBy}`,
        ]
          .filter((one) => one !== null)
          .join(' · ')}
      </span>
      {makersEntry !== null && <Link href={`/arrivals?id=${makersEntry}`}>{bank.makersEntry}</Link>}
    </span>
  );
}
