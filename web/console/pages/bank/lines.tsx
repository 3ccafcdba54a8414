import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { BankLine } from '../../api/schema.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { TwoLines } from '../../ui/values.tsx';
import type { AccountView } from './account-view.ts';
import { DayFilter } from './day-filter.tsx';
import { LineActs } from './line-acts.tsx';

interface LinesProps extends AccountView {
  readonly list: 'matched' | 'bank' | 'explained' | 'out';
}

/** Lines of the bank. Those that only the bank knows are linked or explained here. */
export function LinesTable({ account, list, filters }: LinesProps): ReactNode {
  const { trade, fields, bank } = useText();
  const isOperator = useMe().role === 'operator';
  return (
    <List
      of="listBankLines"
      path={{ id: account.id }}
      query={{ list }}
      isLive
      label={bank.views[list]}
      empty={list === 'bank' ? bank.nothing.bank : bank.nothing.lines}
      leading={filters}
      filters={{
        list: null,
        from: filter.own(<DayFilter name="from" label={bank.since} />),
        to: filter.own(<DayFilter name="to" label={bank.until} />),
      }}
      columns={[
        column.named('bookedOn', bank.day, (day: string) => <time dateTime={day}>{day}</time>, { id: 'day' }),
        column.money('sum', trade.sum, { isSorted: true }),
        { id: 'what', title: bank.what, cell: (line) => <WhatItIs line={line} /> },
        {
          id: 'party',
          title: bank.party,
          cell: ({ party, purpose }) => <TwoLines upper={party || '–'} lower={purpose} />,
        },
        column.named('reference', fields.reference, (reference: string | null) => <code>{reference ?? '–'}</code>),
      ]}
      acts={list === 'bank' && isOperator && ((line) => <LineActs line={line} />)}
    />
  );
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
