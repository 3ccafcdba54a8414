import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { type Answer, urlOf } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Id, Instant, Money, PageHead, Panel } from '../../ui/values.tsx';
import { useParameter, useUrlState } from '../../url-state.ts';
import { currentZone, startOfDay } from '../../zone.ts';
import { useOwnerName } from './ledger.tsx';

type Line = Answer<'readStatement'>['items'][number];

/** One account: its balance over time, and every transfer with the balance after it. */
export default function LedgerAccount(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const id = useParameter('id');
  const ownerName = useOwnerName();
  const period = { from: startOfDay(url.get('from')), to: startOfDay(url.get('to'), 1) };
  const statement = useRead(
    'readStatement',
    { path: { id }, query: { ...period, after: useCursor(), limit: 50 } },
    { isLive: true, keepsPrevious: true },
  );
  const columns = useColumns();
  if (statement.data === undefined) {
    return statement.isError ? <Trouble error={statement.error} retry={() => statement.refetch()} /> : <Loading />;
  }
  const { account, opening, closing, items, next } = statement.data;
  const kinds: Readonly<Record<string, string>> = text.trade.accounts;
  return (
    <>
      <PageHead title={`${kinds[account.kind] ?? account.kind} · ${ownerName(account)}`} note={`#${account.id}`}>
        <DownloadLink href={urlOf('exportStatement', { path: { id }, query: { ...period, zone: currentZone() } })}>
          {text.shell.download}
        </DownloadLink>
      </PageHead>
      <dl className="figures">
        {(
          [
            [text.trade.balance, account.balance],
            [text.operator.ledger.opening, opening],
            [text.operator.ledger.closing, closing],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="figure">
            <dt>{name}</dt>
            <dd>
              <Money value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <BalanceChart accountId={id} />
      <Table
        isLedger
        label={text.operator.ledger.transfers}
        rows={items}
        error={statement.error}
        rowKey={({ id: transferId }) => transferId}
        next={next}
        empty={text.operator.ledger.noTransfers}
        filters={
          <>
            <FilterText name="from" label={text.shell.from} type="date" />
            <FilterText name="to" label={text.shell.to} type="date" />
          </>
        }
        columns={columns}
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

function useColumns(): readonly Column<Line>[] {
  const text = useText();
  const ownerName = useOwnerName();
  const transfers: Readonly<Record<string, string>> = text.trade.transfers;
  const kinds: Readonly<Record<string, string>> = text.trade.accounts;
  return [
    { id: 'at', title: text.trade.at, cell: ({ at }) => <Instant at={at} />, order: ({ at }) => at },
    { id: 'kind', title: text.trade.what, cell: ({ kind }) => transfers[kind] ?? kind, order: ({ kind }) => kind },
    {
      id: 'counterparty',
      title: text.operator.ledger.counterparty,
      cell: ({ counterparty: { kind, accountId, ownerId = 0 } }) => (
        <Link href={`/ledger/${accountId}`}>{`${kinds[kind] ?? kind} · ${ownerName({ kind, ownerId })}`}</Link>
      ),
    },
    { id: 'subject', title: text.operator.ledger.subject, cell: ({ subjectId }) => <Id value={subjectId} /> },
    {
      id: 'amount',
      title: text.trade.amount,
      isNumeric: true,
      cell: ({ amount }) => <Money value={amount} isSigned />,
    },
    { id: 'balance', title: text.trade.balance, isNumeric: true, cell: ({ balance }) => <Money value={balance} /> },
  ];
}
