import { Type } from 'typebox';
import { isOutdated } from '../../domain/rates.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { findOldestDue } from '../../storage/reads/invoice-reads.ts';
import { countWork } from '../../storage/reads/work-reads.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { totalDTO, WorkTotalShape } from './work.ts';

export const readSystem: OperatorEndpoint = {
  method: 'GET',
  path: '/system',
  operationId: 'readSystem',
  summary: 'How the service is doing',
  description: 'Of this process, and of the database it works on. Metrics for machines are at `/metrics`.',
  roles: ['operator'],
  scope: 'read',
  response: Type.Object({
    mode: Type.Enum(['sandbox', 'production']),
    startedAt: Type.String({ description: 'When this process began' }),
    isAvailable: Type.Boolean({ description: 'Whether changes can be made: the database answers' }),
    queueLength: Type.Integer({ description: 'Commands waiting for a lane' }),
    connections: Type.Integer({ description: 'Open connections of the read pool' }),
    connectionsWaiting: Type.Integer({ description: 'Reads waiting for a connection' }),
    expiryBehindMs: Type.Integer({ description: 'How far the expiry worker is behind; 0 when it is not' }),
    outdatedRates: Type.Integer({ description: 'Rates older than their limit: they stop new deals' }),
    moneyOut: Type.Enum(['open', 'stopped']),
    secondPerson: Type.Enum(['on', 'off', 'alone'], {
      description: '`alone`: acts that need a second person do not wait, because there is one operator',
    }),
    work: Type.Array(WorkTotalShape, { description: 'What waits for a person, and for how long' }),
  }),
  async handle({ context }) {
    const now = context.clock();
    const [oldestDue, work, secondPerson] = await Promise.all([
      findOldestDue(context.pool),
      countWork(context.pool, now),
      context.settings.secondPerson(now),
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
      secondPerson,
      work: work.map(totalDTO),
    };
  },
};
