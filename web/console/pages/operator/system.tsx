import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/client.ts';
import { useBankName, useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { formatDuration } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Trouble } from '../../ui/states.tsx';
import { Table, useCursor } from '../../ui/table.tsx';
import { Age, Badge, Id, Instant, Money, PageHead, Panel } from '../../ui/values.tsx';
import { ArchiveState } from './archive-state.tsx';
import { BooksState } from './books-state.tsx';
import { EvidenceState } from './evidence-state.tsx';
import { MoneyStop } from './money-stop.tsx';
import { queuePath } from './paths.ts';

/** Whether the service can do its work, whether the books are right, and what waits how long. */
export default function System(): ReactNode {
  const text = useText();
  const { system } = text.operator;
  const state = useRead('readSystem', {}, { isLive: true });
  return (
    <>
      <PageHead title={system.title} note={system.note} />
      {state.error !== null && <Trouble error={state.error} />}
      {state.data?.moneyStop != null && <MoneyStop stop={state.data.moneyStop} />}
      {state.data !== undefined && state.data.settingWarnings.length > 0 && (
        <Panel title={system.settingWarnings.title}>
          <ul className="faults">
            {state.data.settingWarnings.map((name) => (
              <li key={name}>{system.settingWarnings[name]}</li>
            ))}
          </ul>
        </Panel>
      )}
      {state.data !== undefined && <Figures state={state.data} />}
      <div className="columns">
        <BooksState showsLaws />
        <div className="panels">
          <Panel title={system.queueAges}>
            <Table
              label={system.queueAges}
              name="work-"
              rows={state.data?.work}
              rowKey={({ kind }) => kind}
              href={({ kind }) => `${queuePath}?kind=${kind}`}
              empty=""
              columns={[
                { id: 'kind', title: text.operator.queue.kind, cell: ({ kind }) => text.operator.queue.kinds[kind] },
                {
                  id: 'count',
                  title: text.operator.reports.count,
                  isNumeric: true,
                  cell: ({ count, isMore }) => `${count}${isMore ? '+' : ''}`,
                  order: ({ count }) => count,
                },
                {
                  id: 'oldest',
                  title: system.oldest,
                  cell: ({ oldestAt }) => (oldestAt === null ? '–' : <Age since={oldestAt} />),
                },
              ]}
            />
          </Panel>
          {state.data !== undefined && <EvidenceState evidence={state.data.evidence} />}
        </div>
      </div>
      {state.data !== undefined && <ArchiveState archive={state.data.archive} />}
      <Misses />
    </>
  );
}

const replicationTones = { none: 'off', synchronous: 'ok', asynchronous: 'bad' } as const;

function Figures({ state }: { readonly state: Answer<'readSystem'> }): ReactNode {
  const { text, locale } = useLocale();
  const { system } = text.operator;
  const figures: readonly (readonly [string, ReactNode])[] = [
    [
      system.changes,
      <Badge key="changes" tone={state.isAvailable ? 'ok' : 'bad'}>
        {state.isAvailable ? system.available : system.unavailable}
      </Badge>,
    ],
    [system.runningFor, <Age key="age" since={state.startedAt} />],
    [system.queueLength, state.queueLength],
    [
      system.connections,
      `${state.connections}${state.connectionsWaiting > 0 ? ` (+${state.connectionsWaiting})` : ''}`,
    ],
    [
      system.expiry,
      state.expiryBehindMs < 5_000 ? (
        <Badge key="expiry" tone="ok">
          {system.upToDate}
        </Badge>
      ) : (
        formatDuration(locale, state.expiryBehindMs)
      ),
    ],
    [system.outdatedRates, state.outdatedRates],
    [
      system.replication,
      <Badge key="replication" tone={replicationTones[state.replication]}>
        {system.replicationStates[state.replication]}
      </Badge>,
    ],
    [
      system.secondPerson,
      <Badge key="secondPerson" tone={state.secondPerson === 'on' ? 'ok' : 'wait'}>
        {system.secondPersonStates[state.secondPerson]}
      </Badge>,
    ],
  ];
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Payers who were given no requisites: the first sign that some are missing. */
function Misses(): ReactNode {
  const text = useText();
  const { system } = text.operator;
  const storeName = useStoreName();
  const bankName = useBankName();
  const misses = useRead(
    'listAllocationMisses',
    { query: { after: useCursor('misses-'), limit: 20 } },
    { isLive: true, keepsPrevious: true },
  );
  return (
    <Panel title={system.misses}>
      <Table
        label={system.misses}
        name="misses-"
        rows={misses.data?.items}
        error={misses.error}
        rowKey={({ id }) => id}
        next={misses.data?.next ?? null}
        empty={system.noMisses}
        columns={[
          { id: 'at', title: text.trade.at, cell: ({ at }) => <Instant at={at} />, order: ({ at }) => at },
          {
            id: 'reason',
            title: text.trade.why,
            cell: ({ reason }) => system.missReasons[reason],
            order: ({ reason }) => reason,
          },
          { id: 'sum', title: text.trade.sum, isNumeric: true, cell: ({ sum }) => <Money value={sum} /> },
          {
            id: 'wish',
            title: system.wish,
            cell: ({ option, bank }) =>
              `${option ?? text.shell.all} · ${bank === null ? text.shell.all : bankName(bank)}`,
          },
          { id: 'store', title: text.trade.store, cell: ({ storeId }) => storeName(storeId) },
          {
            id: 'invoice',
            title: text.trade.invoice,
            cell: ({ invoiceId }) => (
              <span className="row">
                <Link href={`/invoices/${invoiceId}`}>{text.trade.invoice}</Link> <Id value={invoiceId} />
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
