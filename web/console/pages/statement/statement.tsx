import './statement.css';
import type { ReactNode } from 'react';
import { type Answer, urlOf } from '../../api/client.ts';
import { useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { dayAt } from '../../calendar.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart.tsx';
import { column } from '../../ui/columns.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Awaited, EmptyState } from '../../ui/states.tsx';
import { Table, useCursor } from '../../ui/table.tsx';
import { Figure, Instant, Money, PageHead, Panel, TwoLines } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { currentZone, startOfDay } from '../../zone.ts';
import { BalanceProof } from './balance-proof.tsx';
import { MonthStatement } from './month-statement.tsx';

type Account = Answer<'listLedgerAccounts'>['items'][number];

/** What an account holds, how it came to that, and the lines to prove it. */
export default function Statement(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const accounts = useRead('listLedgerAccounts', { query: { limit: 200 } }, { isLive: true });
  const items = accounts.data?.items;
  const account = items?.find(({ id }) => String(id) === url.get('account')) ?? items?.[0];
  if (items === undefined) return <Awaited answer={accounts} />;
  return (
    <>
      <PageHead title={text.statement.title} note={text.statement.note} />
      {account === undefined ? (
        <EmptyState title={text.statement.empty} />
      ) : (
        <>
          <AccountChoice accounts={items} chosen={account} />
          <History account={account} />
          <BalanceProof accountId={account.id} />
          <MonthStatement accountId={account.id} />
          <Lines account={account} />
        </>
      )}
    </>
  );
}

/** All balances at a glance; the chosen one is looked into. */
function AccountChoice({ accounts, chosen }: { readonly accounts: readonly Account[]; readonly chosen: Account }) {
  const url = useUrlState();
  const accountName = useAccountName();
  return (
    <div className="figures">
      {accounts.map((account) => (
        <button
          key={account.id}
          type="button"
          className="figure choice"
          aria-pressed={account.id === chosen.id}
          onClick={() => url.set({ account: String(account.id), after: '' })}
        >
          <span className="muted">{accountName(account)}</span>
          <strong>
            <Money value={account.balance} />
          </strong>
        </button>
      ))}
    </div>
  );
}

function useAccountName(): (account: Pick<Account, 'kind' | 'ownerId'>) => string {
  const { trade } = useText();
  const { role } = useMe();
  const storeName = useStoreName(role === 'merchant');
  const names: Readonly<Record<string, string>> = {
    store_available: trade.available,
    store_frozen: trade.frozen,
    store_excess: trade.excessAccount,
    maker_available: trade.available,
    maker_held: trade.heldSum,
    maker_debt: trade.debt,
    store_debt: trade.debt,
  };
  return ({ kind, ownerId }) => `${role === 'merchant' ? `${storeName(ownerId)}: ` : ''}${names[kind] ?? kind}`;
}

function History({ account }: { readonly account: Account }): ReactNode {
  const text = useText();
  const accountName = useAccountName();
  const history = useRead('readBalanceHistory', { path: { id: account.id }, query: { days: 30 } });
  const points = history.data?.points.map(({ at, balance }) => ({ at, value: balance.amount }));
  const label = `${accountName(account)}, ${account.currency}`;
  return (
    <Panel title={`${text.statement.overTime} · ${label}`}>
      {points !== undefined && <Chart label={text.statement.overTime} series={[{ label, points }]} />}
      {points === undefined && <Awaited answer={history} />}
    </Panel>
  );
}

function Lines({ account }: { readonly account: Account }): ReactNode {
  const text = useText();
  const url = useUrlState();
  const period = {
    from: startOfDay(url.get('from') || dayAt(Date.now(), currentZone())),
    to: startOfDay(url.get('to'), 1),
  };
  const path = { id: account.id };
  const statement = useRead(
    'readStatement',
    { path, query: { ...period, after: useCursor(), limit: 50 } },
    { isLive: true, keepsPrevious: true },
  );
  const kinds: Readonly<Record<string, string>> = text.trade.transfers;
  return (
    <>
      <dl className="figures">
        <Figure label={text.statement.opening} value={<Money value={statement.data?.opening ?? null} />} />
        <Figure label={text.statement.closing} value={<Money value={statement.data?.closing ?? null} />} />
      </dl>
      <Table
        label={text.statement.title}
        rows={statement.data?.items}
        error={statement.error}
        retry={() => statement.refetch()}
        rowKey={({ id }) => id}
        next={statement.data?.next ?? null}
        empty={text.statement.empty}
        emptyHint={text.statement.emptyHint}
        filters={
          <>
            <FilterText name="from" label={text.shell.from} type="date" />
            <FilterText name="to" label={text.shell.to} type="date" />
          </>
        }
        actions={
          <DownloadLink href={urlOf('exportStatement', { path, query: { ...period, zone: currentZone() } })}>
            <Icon name="download" /> {text.shell.download}
          </DownloadLink>
        }
        // Few columns, two lines each: a statement is read on a phone too.
        columns={[
          {
            id: 'what',
            title: text.trade.what,
            cell: ({ kind, at }) => <TwoLines upper={kinds[kind] ?? kind} lower={<Instant at={at} />} />,
          },
          {
            id: 'amount',
            title: text.statement.amountAndBalance,
            isNumeric: true,
            cell: ({ amount, balance }) => (
              <TwoLines upper={<Money value={amount} isSigned />} lower={<Money value={balance} />} />
            ),
          },
          column.id('subjectId', text.trade.id, { id: 'subject', isExtra: true }),
        ]}
      />
    </>
  );
}
