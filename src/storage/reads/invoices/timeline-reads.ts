import type pg from 'pg';
import type { Arrival } from '../../../domain/arrivals/arrival.ts';
import type { Deal } from '../../../domain/invoices/deal.ts';
import type { DisputeFact } from '../../../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import type { TransferKind } from '../../../domain/ledger/ledger.ts';
import type { Excess } from '../../../domain/payins/excess.ts';
import type { Refund } from '../../../domain/refunds/refund.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { refuseDetached, type StoresHeardOf } from '../../archive/whereabouts.ts';
import { read, reading, send } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant, int4, text } from '../../rows/codec.ts';
import { deals } from '../../rows/deal-rows.ts';
import { disputeFacts } from '../../rows/dispute-fact-rows.ts';
import { excesses } from '../../rows/excess-rows.ts';
import { invoices } from '../../rows/invoice-rows.ts';
import { snapshot } from '../../rows/notification-rows.ts';
import { type RowOf, select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { transfers } from '../../rows/transfer-rows.ts';
import { findArrivalsOfDeals } from '../arrivals/arrival-reads.ts';
import { attemptsOf, type LoggedAttempt } from '../notifications/notification-reads.ts';
import { type AuditLine, auditLine } from '../people/audit-reads.ts';
import { findRefundsAround } from '../refunds/refund-reads.ts';

/** Everything that ever happened to an invoice. */
export interface Timeline {
  readonly invoice: Invoice;
  /** All of them, also those that ended without money. */
  readonly deals: readonly Deal[];
  readonly transfers: readonly PostedTransfer[];
  readonly notifications: readonly NotificationLine[];
  readonly disputeFacts: readonly DisputeFact[];
  readonly arrivals: readonly Arrival[];
  /** Of a payin those asked for, of a payout the one that it pays. */
  readonly refunds: readonly Refund[];
  /** What its deals brought above what was asked for, where that was kept apart. */
  readonly excesses: readonly Excess[];
  /** About the invoice itself and about the arrivals that belong to it. */
  readonly audit: readonly AuditLine[];
}

export interface PostedTransfer {
  readonly kind: TransferKind;
  readonly subjectId: string;
  readonly at: Instant;
  readonly amount: bigint;
  readonly currency: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
}

export interface LedgerAccount {
  readonly id: number;
  readonly kind: string;
  readonly ownerId: number;
}

interface NotificationLine {
  readonly sequence: number;
  readonly status: string;
  readonly at: Instant;
  /** Those that are still in the log. */
  readonly attempts: readonly LoggedAttempt[];
}

/** The stores are those whose invoices the asker may hear of when they lie in a file. */
export async function findTimeline(pool: pg.Pool, invoiceId: string, stores: StoresHeardOf): Promise<Timeline | null> {
  return (await findWholeTimeline(pool, invoiceId, stores))?.timeline ?? null;
}

/** With the snapshot of each change. */
export async function findWholeTimeline(pool: pg.Pool, invoiceId: string, stores: StoresHeardOf) {
  const find = () => orUnavailable(readTimeline(pool, invoiceId));
  return (await find()) ?? (await orUnavailable(refuseDetached(pool, { id: invoiceId, stores }, find)));
}

/**
 * What moves with the invoice, in one round trip, which is one transaction, and the invoice first: who has read it holds its
 * month, so that the month cannot be dropped before the rest of it is read.
 */
async function readMoving(pool: pg.Pool, invoiceId: string) {
  const found = {
    invoices: [] as Invoice[],
    deals: [] as Deal[],
    notifications: [] as Omit<NotificationLine, 'attempts'>[],
    snapshots: [] as RowOf<typeof shownFields>[],
    attempts: [] as LoggedAttempt[],
  };
  await send(pool, [
    reading(invoiceById, [invoiceId], found.invoices),
    reading(allDeals, [invoiceId], found.deals),
    reading(notificationsOfInvoice, [invoiceId], found.notifications),
    reading(snapshotsOfInvoice, [invoiceId], found.snapshots),
    reading(attemptsOf, [invoiceId, null], found.attempts),
  ]);
  return found;
}

async function readTimeline(pool: pg.Pool, invoiceId: string) {
  const [moving, refunds, excessRows] = await Promise.all([
    readMoving(pool, invoiceId),
    findRefundsAround(pool, invoiceId),
    read(pool, excessesOfInvoice, [invoiceId]),
  ]);
  const {
    invoices: [invoice],
    deals: ofInvoice,
    notifications,
    snapshots,
    attempts,
  } = moving;
  if (invoice === undefined) return null;
  const dealIds = ofInvoice.map(({ id }) => id);
  const [facts, arrivals] = await Promise.all([
    read(pool, factsOfDeals, [dealIds]),
    findArrivalsOfDeals(pool, dealIds),
  ]);
  const decisionIds = facts.flatMap(({ decisionId }) => decisionId ?? []);
  const [posted, audit] = await Promise.all([
    read(pool, transfersOfSubjects, [[...dealIds, ...decisionIds]]),
    read(pool, auditOfSubjects, [invoiceId, arrivals.map(({ id }) => id)]),
  ]);
  const timeline: Timeline = {
    invoice,
    deals: ofInvoice,
    transfers: posted,
    notifications: notifications.map((line) => ({
      ...line,
      attempts: attempts.filter((one) => one.sequence === line.sequence),
    })),
    disputeFacts: facts,
    arrivals,
    refunds,
    excesses: excessRows,
    audit,
  };
  return { timeline, snapshots };
}

const invoiceById = rowStatement(
  'timeline-invoice',
  invoices.as('i'),
  (list) => `select ${list} from invoices i where i.id = $1::uuid`,
);

const excessesOfInvoice = rowStatement(
  'timeline-excesses',
  excesses.as('e'),
  (list) => `select ${list} from excesses e where e.invoice_id = $1::uuid order by e.created_at`,
);

const allDeals = rowStatement(
  'timeline-deals',
  deals.as('d'),
  (list) => `select ${list} from deals d where d.invoice_id = $1::uuid order by d.ordinal`,
);

const notificationsOfInvoice = rowStatement(
  'timeline-notifications',
  select('n', {
    sequence: int4,
    status: text.from(`n.snapshot->'invoice'->>'status'`),
    at: instant.from('created_at'),
  }),
  (list) => `select ${list} from notifications n where n.invoice_id = $1::uuid order by n.sequence`,
);

const shownFields = { shown: snapshot.from('n.snapshot'), at: instant.from('created_at') };
const snapshotsOfInvoice = rowStatement(
  'past-snapshots',
  select('n', shownFields),
  (list) => `select ${list} from notifications n where n.invoice_id = $1::uuid order by n.sequence`,
);

const factsOfDeals = rowStatement(
  'timeline-facts',
  disputeFacts.as('f'),
  (list) => `select ${list} from dispute_facts f where f.deal_id = any($1::uuid[]) order by f.id`,
);

/** Claims, evidence and decisions about one deal, from the first. */
export async function findDisputeFacts(pool: pg.Pool, dealId: string): Promise<DisputeFact[]> {
  return await orUnavailable(read(pool, factsOfDeals, [[dealId]]));
}

const ledgerAccount = { id: int4, kind: text, ownerId: int4 };
const { kind, subjectId, amount, currency } = transfers.shape;

const transfersOfSubjects = rowStatement(
  'timeline-transfers',
  select('t', {
    kind,
    subjectId,
    at: instant.from('created_at'),
    amount,
    currency,
    debit: select('d', ledgerAccount),
    credit: select('c', ledgerAccount),
  }),
  (list) => `select ${list}
    from transfers t join accounts d on d.id = t.debit_id join accounts c on c.id = t.credit_id
    where t.subject_id = any($1::uuid[]) order by t.id`,
);

/** The same query for tests of its plan. */
export const timelineStatements = [invoiceById, allDeals, transfersOfSubjects] as const;

const auditOfSubjects = rowStatement(
  'timeline-audit',
  auditLine,
  (list) => `select ${list} from audit_log l
    where (l.subject_kind = 'invoice' and l.subject_id = $1) or (l.subject_kind = 'arrival' and l.subject_id = any($2::text[]))
    order by l.id limit 500`,
);
