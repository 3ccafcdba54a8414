import { Type } from 'typebox';
import { storeOf } from '../../domain/catalogue.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import {
  countWork,
  listWork,
  type WorkCursor,
  type WorkItem,
  type WorkKind,
  type WorkTotal,
  workCountMax,
  workKinds,
} from '../../storage/reads/work-reads.ts';
import { arrivalDTO } from './arrivals.ts';
import { dealDTO } from './deal-dto.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { ListQuery, pageQuery } from './list-query.ts';
import { operatorWithdrawalDTO } from './withdrawals.ts';

const kinds = Object.fromEntries(workKinds.map((kind) => [kind, kind])) as Readonly<Record<WorkKind, WorkKind>>;

export const WorkTotalShape = Type.Object({
  kind: Type.Enum([...workKinds], { description: 'Why it waits' }),
  count: Type.Integer(),
  isMore: Type.Boolean({ description: 'There may be more than `count`' }),
  oldestAt: { ...nullable(Type.String()), description: 'Since when the oldest waits; null when none does' },
});

export const listWaiting: OperatorEndpoint = {
  method: 'GET',
  path: '/work',
  operationId: 'listWork',
  summary: 'List what waits for a person',
  description:
    'Oldest first: transfers that a receipt confirms, payouts with a proof, disputes, arrivals that matched nothing, payouts ' +
    'nobody has taken, withdrawals to approve or send.',
  roles: ['operator'],
  scope: 'read',
  query: { kind: workKinds.join(', '), ...pageQuery },
  response: Type.Object({}),
  async handle({ context, request }) {
    const query = new ListQuery(request);
    const kind = query.choice('kind', kinds);
    const now = context.clock();
    const page = { kinds: kind === null ? workKinds : [kind], after: readCursor(query), limit: query.limit(), now };
    const [{ items, next }, totals] = await Promise.all([listWork(context.pool, page), countWork(context.pool, now)]);
    return {
      items: items.map((item) => itemDTO(context, item)),
      next: next === null ? null : `${next.since}_${next.id}`,
      totals: totals.map(totalDTO),
    };
  },
};

function readCursor(query: ListQuery): WorkCursor | null {
  const text = query.text('after', 60);
  if (text === null) return null;
  const [, since = '', id = ''] = /^(\d{1,15})_(.{36})$/.exec(text) ?? [];
  if (!isUuid(id)) throw new AppError('wrong_type', { field: 'after', type: 'cursor' });
  return { since: Number(since), id: id.toLowerCase() };
}

function itemDTO(context: OperatorContext, { kind, id, since, deal, arrival, withdrawal }: WorkItem): object {
  const catalogue = context.catalogue();
  const storeId = deal?.storeId ?? withdrawal?.storeId ?? null;
  return {
    kind,
    id,
    since: formatTimestamp(since),
    storeName: storeId === null ? null : storeOf(catalogue, storeId).name,
    deal: deal === null ? null : dealDTO(context, deal.deal, deal.storeId),
    arrival: arrival === null ? null : arrivalDTO(context, arrival),
    withdrawal: withdrawal === null ? null : operatorWithdrawalDTO(context, withdrawal),
  };
}

export function totalDTO({ kind, count, oldest }: WorkTotal): object {
  return { kind, count, isMore: count === workCountMax, oldestAt: oldest === null ? null : formatTimestamp(oldest) };
}
