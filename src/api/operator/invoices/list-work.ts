import { Type } from 'typebox';
import { storeOf } from '../../../domain/catalogue.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { isUuid } from '../../../domain/uuid.ts';
import {
  countWork,
  listWork as listWorkRows,
  type WorkCursor,
  type WorkItem,
  type WorkKind,
  workKinds,
} from '../../../storage/reads/work-reads.ts';
import { choiceQuery, cursorQuery } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { ArrivalShape, arrivalDTO } from '../arrivals/arrival-shape.ts';
import { DealShape, dealDTO, exampleDeal } from '../deals/deal-shape.ts';
import { endpoint, type OperatorContext } from '../endpoint.ts';
import { nullable, words } from '../fields.ts';
import { limitQuery, Next } from '../paging.ts';
import { operatorWithdrawalDTO, WithdrawalShape } from '../withdrawals/withdrawal-shape.ts';
import { exampleTotals, totalDTO, WorkTotalShape } from './work-total.ts';

const kinds = Object.fromEntries(workKinds.map((kind) => [kind, kind])) as Readonly<Record<WorkKind, WorkKind>>;

const WorkItemShape = Type.Object({
  kind: Type.Enum([...workKinds], { description: 'Why it waits' }),
  id: words('ID'),
  since: words('Since when it waits'),
  storeName: nullable(Type.String(), 'Whose shop; null for an arrival'),
  deal: nullable(DealShape, 'For transfers, proofs, disputes and payouts'),
  arrival: nullable(ArrivalShape, 'For an arrival'),
  withdrawal: nullable(WithdrawalShape, 'For a withdrawal'),
});

export const listWork = endpoint({
  method: 'GET',
  path: '/work',
  operationId: 'listWork',
  summary: 'List what waits for a person',
  description:
    'Confirmed transfers past their deadline, then the rest, oldest first: transfers that a receipt confirms, payouts with a proof, disputes, arrivals that matched nothing, payouts ' +
    'nobody has taken, withdrawals to approve or send.',
  tag: 'Invoices and disputes',
  roles: ['operator'],
  scope: 'read',
  query: { kind: choiceQuery(kinds), after: cursorQuery('cursor', readCursor), limit: limitQuery },
  response: Type.Object({
    items: Type.Array(WorkItemShape, { description: 'The rows' }),
    next: Next,
    totals: Type.Array(WorkTotalShape, { description: 'Of each kind, whichever was asked for' }),
  }),
  refusals: [],
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
        },
      ],
      next: null,
      totals: exampleTotals,
    },
  },
  async handle({ context, query: { kind, after, limit } }) {
    const now = context.clock();
    const page = { kinds: kind === null ? workKinds : [kind], after, limit, now };
    const [{ items, next }, totals] = await Promise.all([
      listWorkRows(context.pool, page),
      countWork(context.pool, now),
    ]);
    return {
      items: items.map((item) => itemDTO(context, item)),
      next: next === null ? null : `${next.isOverdue ? 'o' : ''}${next.since}_${next.id}`,
      totals: totals.map(totalDTO),
    };
  },
});

function readCursor(text: string): WorkCursor | null {
  const [, first = '', since = '', id = ''] = /^(o?)(\d{1,14})_(.{36})$/.exec(text) ?? [];
  return isUuid(id) ? { isOverdue: first === 'o', since: Number(since), id: id.toLowerCase() } : null;
}

function itemDTO(context: OperatorContext, item: WorkItem): ShapeOf<typeof WorkItemShape> {
  const { kind, id, since, deal, arrival, withdrawal } = item;
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
