import type pg from 'pg';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import {
  type Claim,
  claimLifetimeMs,
  usualWorkLimits,
  type WorkLimit,
  workKinds,
} from '../../../domain/workqueue/work-case.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { count8, instant, int4, oneOf, text, uuid } from '../../rows/codec.ts';
import { invoices } from '../../rows/invoice-rows.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { plainArray } from '../../rows/table.ts';
import { type DealOfStore, dealOfStore } from '../invoices/deal-list-reads.ts';

/** What an operator sees of one case. Each statement has an index that leads it, however many invoices there are. */
const caseDeal = rowStatement('case-deal', dealOfStore, (list) => `select ${list} from deals d where d.id = $1::uuid`);

export async function findDealOfCase(pool: pg.Pool, id: string): Promise<DealOfStore | null> {
  const [found] = await orUnavailable(read(pool, caseDeal, [id]));
  return found ?? null;
}

const dealsOfRequisite = rowStatement(
  'deals-of-requisite',
  dealOfStore,
  (list) => `select ${list} from deals d where d.requisite_id = $1::int4 and d.requisite_id is not null
    order by d.invoice_id desc nulls last limit $2`,
);

/** The deals that money on a requisite may have been meant for, newest first. */
export async function findDealsOfRequisite(pool: pg.Pool, requisiteId: number, limit: number): Promise<DealOfStore[]> {
  return await orUnavailable(read(pool, dealsOfRequisite, [requisiteId, limit]));
}

const invoicesOfPayer = rowStatement(
  'invoices-of-payer',
  invoices.as('i'),
  (list) => `select ${list} from invoices i
    where i.store_id = $1::int4 and i.user_id = $2 and i.user_id is not null and i.user_id <> ''
    order by i.id desc nulls last limit $3`,
);

/** What a payer did before in one shop, newest first. */
export async function findInvoicesOfPayer(
  pool: pg.Pool,
  storeId: number,
  userId: string,
  limit: number,
): Promise<Invoice[]> {
  return await orUnavailable(read(pool, invoicesOfPayer, [storeId, userId, limit]));
}

const invoicesOfOrder = rowStatement(
  'invoices-of-order',
  invoices.as('i'),
  (list) => `select ${list} from invoices i
    where i.store_id = $1::int4 and i.internal_id = $2 and i.internal_id is not null and i.internal_id <> ''
    order by i.created_at desc limit $3`,
);

/** All attempts to pay one order of a shop, newest first. */
export async function findInvoicesOfOrder(
  pool: pg.Pool,
  storeId: number,
  internalId: string,
  limit: number,
): Promise<Invoice[]> {
  return await orUnavailable(read(pool, invoicesOfOrder, [storeId, internalId, limit]));
}

const claimsOfCases = rowStatement(
  'claims-of-cases',
  select('c', { caseId: uuid, userId: int4, login: text.from('u.login'), claimedAt: instant }),
  (list) => `select ${list} from case_claims c join users u on u.id = c.user_id
    where c.case_id = any($1::uuid[]) and c.claimed_at > $2::timestamptz`,
);

/** Who works on which of these. */
export async function findClaims(
  pool: pg.Pool,
  caseIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, Claim>> {
  const since = new Date(now - claimLifetimeMs);
  const claims = await orUnavailable(read(pool, claimsOfCases, [plainArray(caseIds), since]));
  return new Map(claims.map(({ caseId, ...claim }) => [caseId, claim]));
}

/** The newest ones: a case that has more was argued about for weeks. */
const commentsShownMax = 100;

const commentsOfCase = rowStatement(
  'comments-of-case',
  select('c', { id: count8, login: text.from('u.login'), at: instant, text }),
  (list) => `select ${list} from (
      select * from case_comments where case_id = $1::uuid order by id desc limit ${commentsShownMax}
    ) c join users u on u.id = c.user_id order by c.id`,
);

export interface CaseComment {
  readonly id: number;
  readonly login: string;
  readonly at: Instant;
  readonly text: string;
}

export async function findComments(pool: pg.Pool, caseId: string): Promise<CaseComment[]> {
  return await orUnavailable(read(pool, commentsOfCase, [caseId]));
}

/** More than anybody answers at once. */
const mentionsShownMax = 20;

const mentionsOfUser = rowStatement(
  'mentions-of-user',
  select('c', { id: count8, caseId: uuid, login: text.from('u.login'), at: instant, text }),
  (list) => `select ${list} from (
      select comment_id from case_mentions where user_id = $1::int4 order by comment_id desc limit ${mentionsShownMax}
    ) m join case_comments c on c.id = m.comment_id join users u on u.id = c.user_id order by c.id desc`,
);

export interface Mention extends CaseComment {
  readonly caseId: string;
}

/** What was said to a person who has not looked yet. */
export async function findMentions(pool: pg.Pool, userId: number): Promise<Mention[]> {
  return await orUnavailable(read(pool, mentionsOfUser, [userId]));
}

const kinds = Object.fromEntries(workKinds.map((kind) => [kind, kind])) as {
  readonly [Kind in WorkLimit['kind']]: Kind;
};

const workLimits = rowStatement(
  'work-limits',
  select('l', { kind: oneOf(kinds), warnMinutes: int4, lateMinutes: int4 }),
  (list) => `select ${list} from work_limits l`,
);

/** In the order of the queue. */
export async function findWorkLimits(pool: pg.Pool): Promise<WorkLimit[]> {
  const set = await orUnavailable(read(pool, workLimits, []));
  const usual = usualWorkLimits.filter(({ kind }) => set.every((one) => one.kind !== kind));
  return [...set, ...usual].sort((left, right) => workKinds.indexOf(left.kind) - workKinds.indexOf(right.kind));
}

/** The statements whose plans have to hold with a million invoices, each with what it may be asked for. */
export const caseStatements = {
  caseDeal,
  dealsOfRequisite,
  invoicesOfPayer,
  invoicesOfOrder,
  commentsOfCase,
  mentionsOfUser,
} as const;
