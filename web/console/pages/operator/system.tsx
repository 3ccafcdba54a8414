import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/client.ts';
import { useBankName, useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { formatDuration } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { List } from '../../ui/list.tsx';
import { Trouble } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Age, Badge, Figure, Id, PageHead, Panel } from '../../ui/values.tsx';
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
                column.word('kind', text.operator.queue.kind, text.operator.queue.kinds),
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
        <Figure key={name} label={name} value={value} />
      ))}
    </dl>
  );
}

/** Payers who were given no requisites: the first sign that some are missing. */
function Misses(): ReactNode {
  const { trade, shell, operator } = useText();
  const { system } = operator;
  const [storeName, bankName] = [useStoreName(), useBankName()];
  return (
    <Panel title={system.misses}>
      <List
        of="listAllocationMisses"
        query={{ limit: 20 }}
        isLive
        label={system.misses}
        name="misses-"
        empty={system.noMisses}
        columns={[
          column.at('at', trade.at, { isSorted: true }),
          column.word('reason', trade.why, system.missReasons, { isSorted: true }),
          column.money('sum', trade.sum),
          {
            id: 'wish',
            title: system.wish,
            cell: ({ option, bank }) => `${option ?? shell.all} · ${bank === null ? shell.all : bankName(bank)}`,
          },
          column.named('storeId', trade.store, storeName, { id: 'store' }),
          {
            id: 'invoice',
            title: trade.invoice,
            cell: ({ invoiceId }) => (
              <span className="row">
                <Link href={`/invoices/${invoiceId}`}>{trade.invoice}</Link> <Id value={invoiceId} />
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
