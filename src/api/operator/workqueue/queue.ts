import { Type } from 'typebox';
import { storeOf } from '../../../domain/merchants/store.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { isUuid } from '../../../domain/text/uuid.ts';
import { readNumberedId, type WorkKind, workKinds } from '../../../domain/workqueue/work-case.ts';
import { findClaims, findMentions, findWorkLimits } from '../../../storage/reads/workqueue/case-reads.ts';
import {
  countWork,
  listWork as listWorkRows,
  type WorkCursor,
  type WorkItem,
  type WorkTotal,
  workCountMax,
} from '../../../storage/reads/workqueue/work-reads.ts';
import { at } from '../../examples.ts';
import { choiceQuery, cursorQuery } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { ArrivalShape, arrivalDTO } from '../arrivals/arrival-shape.ts';
import { DealShape, dealDTO, exampleDeal } from '../deals/deal-shape.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { limitQuery, Next } from '../paging.ts';
import { MessageShape, messageDTO } from '../phones/message-shape.ts';
import { BankLineShape, lineDTO } from '../statements/line-shape.ts';
import { operatorWithdrawalDTO, WithdrawalShape } from '../withdrawals/withdrawal-shape.ts';
import {
  ClaimShape,
  claimOrNull,
  exampleComment,
  exampleLimit,
  MentionShape,
  mentionDTO,
  WorkLimitShape,
} from './case-shape.ts';

/** How much of one kind waits for a person. */
export const WorkTotalShape = Type.Object({
  kind: Type.Enum([...workKinds], { description: 'Why it waits' }),
  count: figure('How many'),
  isMore: flag('There may be more than `count`'),
  oldestAt: nullable(Type.String(), 'Since when the oldest waits; null when none does'),
});

export function totalDTO({ kind, count, oldest }: WorkTotal): ShapeOf<typeof WorkTotalShape> {
  return { kind, count, isMore: count === workCountMax, oldestAt: oldest === null ? null : formatTimestamp(oldest) };
}

export const exampleTotals: readonly ShapeOf<typeof WorkTotalShape>[] = [
  { kind: 'confirmed', count: 1, isMore: false, oldestAt: at('12:04:10') },
  { kind: 'dispute', count: 0, isMore: false, oldestAt: null },
];

const read = readsOf({ tag: 'Work queue', roles: ['operator'] });

const kinds = Object.fromEntries(workKinds.map((kind) => [kind, kind])) as Readonly<Record<WorkKind, WorkKind>>;

const WorkItemShape = Type.Object({
  kind: Type.Enum([...workKinds], { description: 'Why it waits' }),
  id: words('ID; of a message or a line its kind and number, as in `message-4711`'),
  since: words('Since when it waits'),
  storeName: nullable(Type.String(), 'Whose shop; null for an arrival'),
  deal: nullable(DealShape, 'For transfers, proofs, disputes and payouts'),
  arrival: nullable(ArrivalShape, 'For an arrival'),
  withdrawal: nullable(WithdrawalShape, 'For a withdrawal'),
  message: nullable(MessageShape, 'For a message of a phone that nobody could read or place'),
  line: nullable(BankLineShape, "For a line of a bank's statement that is nobody's money"),
  claim: nullable(ClaimShape, 'Who works on it; null: nobody'),
});

export const listWork = read({
  path: '/work',
  operationId: 'listWork',
  summary: 'List what waits for a person',
  description:
    'Disputes not answered in time, confirmed transfers past their deadline and payouts that a maker has taken and not proved in time, then the rest, oldest first: transfers that a receipt confirms, payouts with a proof, payouts to whose proof somebody has objected, disputes, arrivals that matched nothing, payouts ' +
    "nobody has taken, withdrawals to approve or send, messages of phones that nobody could read or place, lines of banks' statements that are nobody's money.",
  query: { kind: choiceQuery(kinds), after: cursorQuery('cursor', readCursor), limit: limitQuery },
  response: Type.Object({
    items: Type.Array(WorkItemShape, { description: 'The rows' }),
    next: Next,
    totals: Type.Array(WorkTotalShape, { description: 'Of each kind, whichever was asked for' }),
    limits: Type.Array(WorkLimitShape, { description: 'When each kind is shown as waiting long, and as late' }),
    mentions: Type.Array(MentionShape, {
      description: 'Comments that speak of the caller and were not seen yet, newest first',
    }),
  }),
  example: {
    answer: {
      items: [
        {
          kind: 'confirmed',
          id: exampleDeal.id,
          since: '2026-11-14T12:04:10+00:00',
          storeName: 'Demo Shop',
          deal: { ...exampleDeal, status: 'transfer_confirmed', isActive: true, receivedSum: null, endedAt: null },
          arrival: null,
          withdrawal: null,
          message: null,
          line: null,
          claim: { login: 'anna', isOwn: false, at: '2026-11-14T12:06:00+00:00' },
        },
      ],
      next: null,
      totals: exampleTotals,
      limits: [exampleLimit],
      mentions: [{ ...exampleComment, caseId: exampleDeal.id }],
    },
  },
  async handle({ context, query: { kind, after, limit }, signedIn }) {
    const now = context.clock();
    const { pool } = context;
    const page = { kinds: kind === null ? workKinds : [kind], after, limit, now };
    const [{ items, next }, totals, limits, mentions] = await Promise.all([
      listWorkRows(pool, page),
      countWork(pool, now),
      findWorkLimits(pool),
      findMentions(pool, signedIn.user.id),
    ]);
    const ids = items.map(({ id }) => id).filter((id) => readNumberedId(id) === null);
    const claims = await findClaims(pool, ids, now);
    return {
      items: items.map((item) => itemDTO(context, item, claimOrNull(claims.get(item.id), signedIn.user.id))),
      next: next === null ? null : `${next.isUrgent ? 'o' : ''}${next.since}_${next.id}`,
      totals: totals.map(totalDTO),
      limits,
      mentions: mentions.map(mentionDTO),
    };
  },
});

function readCursor(text: string): WorkCursor | null {
  const [, first = '', since = '', id = ''] = /^(o?)(\d{1,14})_(.{1,36})$/.exec(text) ?? [];
  const isKnown = isUuid(id) || readNumberedId(id) !== null;
  return isKnown ? { isUrgent: first === 'o', since: Number(since), id: id.toLowerCase() } : null;
}

function itemDTO(
  context: OperatorContext,
  item: WorkItem,
  claim: ShapeOf<typeof ClaimShape> | null,
): ShapeOf<typeof WorkItemShape> {
  const { kind, id, since, deal, arrival, withdrawal, message, line } = item;
  const catalogue = context.catalogue();
  const storeId = deal?.storeId ?? withdrawal?.storeId ?? null;
  return {
    kind,
    id,
    since: formatTimestamp(since),
    storeName: storeId === null ? null : storeOf(catalogue, storeId).name,
    deal: deal === null ? null : dealDTO(context, deal.deal, deal.storeId),
    arrival: arrival === null ? null : arrivalDTO(context, arrival),
    withdrawal: withdrawal === null ? null : operatorWithdrawalDTO(context, withdrawal, 'operator'),
    message: message === null ? null : messageDTO(context, message),
    line: line === null ? null : lineDTO(context, line.account, line.line),
    claim,
  };
}
