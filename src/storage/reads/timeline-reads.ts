import type pg from 'pg';
import type { Arrival } from '../../domain/arrival.ts';
import type { Deal } from '../../domain/deal.ts';
import type { DisputeFact } from '../../domain/dispute.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { TransferKind } from '../../domain/ledger.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { type Cells, run, type Statement } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { dealsTable, decodeDeal } from '../rows/deal-rows.ts';
import { decodeInvoice, invoicesTable } from '../rows/invoice-rows.ts';
import { findArrivalsOfDeals } from './arrival-reads.ts';
import { type AuditLine, auditColumns, decodeAuditLine } from './audit-reads.ts';
import { findAttempts, type LoggedAttempt } from './notification-reads.ts';

/** Everything that ever happened to an invoice. */
export interface Timeline {
  readonly invoice: Invoice;
  /** All of them, also those that ended without money. */
  readonly deals: readonly Deal[];
  readonly transfers: readonly PostedTransfer[];
  readonly notifications: readonly NotificationLine[];
  readonly disputeFacts: readonly DisputeFact[];
  readonly arrivals: readonly Arrival[];
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

export async function findTimeline(pool: pg.Pool, invoiceId: string): Promise<Timeline | null> {
  return await orUnavailable(readTimeline(pool, invoiceId));
}

async function readTimeline(pool: pg.Pool, invoiceId: string): Promise<Timeline | null> {
  const [invoices, dealRows, notifications, attempts] = await Promise.all([
    run(pool, invoiceById, [invoiceId]),
    run(pool, allDeals, [invoiceId]),
    run(pool, notificationsOfInvoice, [invoiceId]),
    findAttempts(pool, invoiceId, null),
  ]);
  const [row] = invoices;
  if (row === undefined) return null;
  const deals = dealRows.map((cells) => decodeDeal(cells));
  const dealIds = deals.map(({ id }) => id);
  const [facts, arrivals] = await Promise.all([run(pool, factsOfDeals, [dealIds]), findArrivalsOfDeals(pool, dealIds)]);
  const disputeFacts = facts.map(decodeFact);
  const decisionIds = disputeFacts.flatMap(({ decisionId }) => decisionId ?? []);
  const [transfers, audit] = await Promise.all([
    run(pool, transfersOfSubjects, [[...dealIds, ...decisionIds]]),
    run(pool, auditOfSubjects, [invoiceId, arrivals.map(({ id }) => id)]),
  ]);
  return {
    invoice: decodeInvoice(row),
    deals,
    transfers: transfers.map(decodeTransfer),
    notifications: notifications.map(([sequence, status, at]) => ({
      sequence,
      status,
      at,
      attempts: attempts.filter((one) => one.sequence === sequence),
    })),
    disputeFacts,
    arrivals,
    audit: audit.map(decodeAuditLine),
  };
}

const invoiceById: Statement = {
  name: 'timeline-invoice',
  text: `select ${invoicesTable.selectList('i')} from invoices i where i.id = $1::uuid`,
};

const allDeals: Statement = {
  name: 'timeline-deals',
  text: `select ${dealsTable.selectList('d')} from deals d where d.invoice_id = $1::uuid order by d.ordinal`,
};

const notificationsOfInvoice: Statement = {
  name: 'timeline-notifications',
  text: `select sequence, snapshot->'invoice'->>'status', created_at from notifications
    where invoice_id = $1::uuid order by sequence`,
};

const factsOfDeals: Statement = {
  name: 'timeline-facts',
  text: `select deal_id, at, actor, kind, text, attachment, decision_id from dispute_facts
    where deal_id = any($1::uuid[]) order by id`,
};

const transfersOfSubjects: Statement = {
  name: 'timeline-transfers',
  text: `select t.kind, t.subject_id, t.created_at, t.amount, t.currency,
      d.id, d.kind, d.owner_id, c.id, c.kind, c.owner_id
    from transfers t join accounts d on d.id = t.debit_id join accounts c on c.id = t.credit_id
    where t.subject_id = any($1::uuid[]) order by t.id`,
};

/** The same query for tests of its plan. */
export const timelineStatements = [invoiceById, allDeals, transfersOfSubjects] as const;

const auditOfSubjects: Statement = {
  name: 'timeline-audit',
  text: `select ${auditColumns} from audit_log l
    where (l.subject_kind = 'invoice' and l.subject_id = $1) or (l.subject_kind = 'arrival' and l.subject_id = any($2::text[]))
    order by l.id limit 500`,
};

function decodeFact([dealId, at, actor, kind, text, attachment, decisionId]: Cells): DisputeFact {
  return { dealId, at, actor, kind, text, attachment, decisionId };
}

function decodeTransfer(cells: Cells): PostedTransfer {
  const [kind, subjectId, at, amount, currency] = cells;
  return {
    kind,
    subjectId,
    at,
    amount,
    currency,
    debit: { id: cells[5], kind: cells[6], ownerId: cells[7] },
    credit: { id: cells[8], kind: cells[9], ownerId: cells[10] },
  };
}
