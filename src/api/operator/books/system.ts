import { Type } from 'typebox';
import { type SettingWarning, settingWarnings } from '../../../domain/authority/setting-warnings.ts';
import { replicationState } from '../../../domain/installation/replication.ts';
import { isOutdated } from '../../../domain/rates/rates.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { readArchiveFigures } from '../../../storage/reads/archive/archive-reads.ts';
import { readReplication } from '../../../storage/reads/installation/replication-reads.ts';
import { findOldestDue } from '../../../storage/reads/invoices/invoice-reads.ts';
import { readMoneyStop } from '../../../storage/reads/ledger/money-stop-reads.ts';
import { countWork } from '../../../storage/reads/workqueue/work-reads.ts';
import { at } from '../../examples.ts';
import { meaning } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { exampleTotals, totalDTO, WorkTotalShape } from '../workqueue/queue.ts';
import { archiveDTO, archiveMeaning, exampleArchive } from './archive-shape.ts';
import { MoneyOutState } from './audit.ts';
import { EvidenceShape, evidenceDTO, exampleEvidence } from './evidence-shape.ts';
import { MoneyStopShape, moneyStopDTO } from './money-stop.ts';

const read = readsOf({ tag: 'Books', roles: ['operator'] });

export const readSystem = read({
  path: '/system',
  operationId: 'readSystem',
  summary: 'How the service is doing',
  description: 'Of this process, and of the database it works on. Metrics for machines are at `/metrics`.',
  response: Type.Object({
    mode: Type.Enum(['sandbox', 'production'], {
      description: '`sandbox` has a demo world; `production` wants a second factor of operators',
    }),
    startedAt: words('When this process began'),
    isAvailable: flag('Whether changes can be made: the database answers'),
    queueLength: figure('Commands waiting for a lane'),
    connections: figure('Open connections of the read pool'),
    connectionsWaiting: figure('Reads waiting for a connection'),
    expiryBehindMs: figure('How far the expiry worker is behind; 0 when it is not'),
    outdatedRates: figure('Rates older than their limit: they stop new deals'),
    moneyOut: MoneyOutState,
    moneyStop: nullable(
      MoneyStopShape,
      'A failover has lost commits, or a sandbox has acted on production data; null: no stop is open',
    ),
    settingWarnings: Type.Array(Type.Enum(Object.keys(settingWarnings) as SettingWarning[]), {
      description: 'Settings of a production service that are hardly meant; the log has what to do',
    }),
    evidence: meaning(EvidenceShape, 'What shows that nothing was rewritten, and how far it was checked'),
    archive: archiveMeaning,
    replication: Type.Enum(['none', 'synchronous', 'asynchronous'], {
      description: '`none`: no standby. `asynchronous`: a failover to a standby would lose the last commits',
    }),
    secondPerson: Type.Enum(['on', 'off', 'alone'], {
      description: '`alone`: acts that need a second person do not wait, because there is one operator',
    }),
    work: Type.Array(WorkTotalShape, { description: 'What waits for a person, and for how long' }),
  }),
  example: {
    answer: {
      mode: 'production',
      startedAt: at('06:00:00'),
      isAvailable: true,
      queueLength: 0,
      connections: 4,
      connectionsWaiting: 0,
      expiryBehindMs: 0,
      outdatedRates: 0,
      moneyOut: 'open',
      moneyStop: null,
      settingWarnings: [],
      evidence: exampleEvidence,
      archive: exampleArchive,
      replication: 'synchronous',
      secondPerson: 'on',
      work: exampleTotals,
    },
  },
  async handle({ context }) {
    const now = context.clock();
    const [oldestDue, work, secondPerson, moneyStop, replication, evidence, archive] = await Promise.all([
      findOldestDue(context.pool),
      countWork(context.pool, now),
      context.settings.secondPerson(now),
      readMoneyStop(context.pool),
      readReplication(context.pool),
      context.readEvidence(),
      readArchiveFigures(context.pool),
    ]);
    const rates = [...context.catalogue().rates.values()].flatMap((pair) => [pair.in, pair.out]);
    return {
      mode: context.mode,
      startedAt: formatTimestamp(Math.floor(performance.timeOrigin)),
      isAvailable: context.engine.isAvailable,
      queueLength: context.engine.queueLength,
      connections: context.pool.totalCount,
      connectionsWaiting: context.pool.waitingCount,
      expiryBehindMs: oldestDue === null ? 0 : Math.max(0, Math.floor(now - oldestDue)),
      outdatedRates: rates.filter((rate) => isOutdated(rate, now)).length,
      moneyOut: context.isMoneyOutOpen() ? 'open' : 'stopped',
      moneyStop: moneyStop === null ? null : moneyStopDTO(moneyStop),
      settingWarnings: [...context.settingWarnings],
      evidence: evidenceDTO(evidence),
      archive: archiveDTO(archive, context.archiveAfterMs),
      replication: replicationState(replication),
      secondPerson,
      work: work.map(totalDTO),
    };
  },
});
