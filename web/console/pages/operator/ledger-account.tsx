import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { urlOf } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart.tsx';
import { column } from '../../ui/columns.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { Awaited, Trouble } from '../../ui/states.tsx';
import { Table, useCursor } from '../../ui/table.tsx';
import { Figure, Money, PageHead, Panel } from '../../ui/values.tsx';
import { useParameter, useUrlState } from '../../url-state.ts';
import { currentZone, startOfDay } from '../../zone.ts';
import { useOwnerName } from './ledger.tsx';

/** One account: its balance over time, and every transfer with the balance after it. */
export default function LedgerAccount(): ReactNode {
  const { trade, shell, operator } = useText();
  const { ledger: words } = operator;
  const url = useUrlState();
  const id = useParameter('id');
  const ownerName = useOwnerName();
  const period = { from: startOfDay(url.get('from')), to: startOfDay(url.get('to'), 1) };
  const statement = useRead(
    'readStatement',
    { path: { id }, query: { ...period, after: useCursor(), limit: 50 } },
    { isLive: true, keepsPrevious: true },
  );
  if (statement.data === undefined) return <Awaited answer={statement} />;
  const { account, opening, closing, items, next } = statement.data;
  const kinds: Readonly<Record<string, string>> = trade.accounts;
  const transfers: Readonly<Record<string, string>> = trade.transfers;
  const nameOf = (one: Pick<typeof account, 'kind' | 'ownerId'>) =>
    `${kinds[one.kind] ?? one.kind} · ${ownerName(one)}`;
  return (
    <>
      <PageHead title={nameOf(account)} note={`#${account.id}`}>
        <DownloadLink href={urlOf('exportStatement', { path: { id }, query: { ...period, zone: currentZone() } })}>
          {shell.download}
        </DownloadLink>
      </PageHead>
      <dl className="figures">
        <Figure label={trade.balance} value={<Money value={account.balance} />} />
        <Figure label={words.opening} value={<Money value={opening} />} />
        <Figure label={words.closing} value={<Money value={closing} />} />
      </dl>
      <BalanceChart accountId={id} />
      <Table
        isLedger
        label={words.transfers}
        rows={items}
        error={statement.error}
        rowKey={({ id: transferId }) => transferId}
        next={next}
        empty={words.noTransfers}
        filters={
          <>
            <FilterText name="from" label={shell.from} type="date" />
            <FilterText name="to" label={shell.to} type="date" />
          </>
        }
        columns={[
          column.at('at', trade.at, { isSorted: true }),
          column.named('kind', trade.what, (kind: string) => transfers[kind] ?? kind, { isSorted: true }),
          {
            id: 'counterparty',
            title: words.counterparty,
            cell: ({ counterparty: { kind, accountId, ownerId = 0 } }) => (
              <Link href={`/ledger/${accountId}`}>{nameOf({ kind, ownerId })}</Link>
            ),
          },
          column.id('subjectId', words.subject, { id: 'subject' }),
          column.money('amount', trade.amount, { isSigned: true }),
          column.money('balance', trade.balance),
        ]}
      />
    </>
  );
}

const spans = ['1', '7', '30', '90', '365'] as const;

function BalanceChart({ accountId }: { readonly accountId: string }): ReactNode {
  const text = useText();
  const url = useUrlState();
  const days = url.get('days') || '30';
  const history = useRead('readBalanceHistory', { path: { id: accountId }, query: { days } }, { keepsPrevious: true });
  const series = useMemo(
    () => [
      {
        label: text.trade.balance,
        points: (history.data?.points ?? []).map(({ at, balance }) => ({ at, value: balance.amount })),
      },
    ],
    [history.data, text],
  );
  return (
    <Panel
      title={text.operator.ledger.overTime}
      actions={
        <div className="tabs">
          {spans.map((span) => (
            <button
              key={span}
              type="button"
              className="tab"
              aria-pressed={span === days}
              onClick={() => url.set({ days: span })}
            >
              {text.operator.ledger.days(Number(span))}
            </button>
          ))}
        </div>
      }
    >
      {history.error !== null && <Trouble error={history.error} />}
      <Chart label={text.operator.ledger.overTime} series={series} />
    </Panel>
  );
}
