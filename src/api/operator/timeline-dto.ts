import { currencyOf, storeOf } from '../../domain/catalogue.ts';
import type { DisputeFact } from '../../domain/dispute.ts';
import { moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import type { AuditLine } from '../../storage/reads/audit-reads.ts';
import type { LedgerAccount, PostedTransfer, Timeline } from '../../storage/reads/timeline-reads.ts';
import type { HttpContext } from '../context.ts';
import { invoiceFacts } from '../invoice-dto.ts';
import { attemptDTO } from '../notification-dto.ts';
import { arrivalDTO } from './arrivals.ts';
import { attachmentDTO, dealDTO } from './deal-dto.ts';

/** An invoice with its whole life. A merchant sees what concerns the own accounts, and not who is behind a requisite. */
export function timelineDTO(context: HttpContext, timeline: Timeline, sees: 'operator' | 'merchant'): object {
  const { invoice } = timeline;
  const { settlementCurrency } = storeOf(context.catalogue(), invoice.storeId);
  const facts = invoiceFacts(context, timeline);
  const isShown = ({ debit, credit }: PostedTransfer) =>
    sees === 'operator' || isStores(debit, invoice.storeId) || isStores(credit, invoice.storeId);
  const dealSees = sees === 'operator' ? 'maker' : 'payment';
  return {
    ...facts,
    isSumChanged: invoice.isSumChanged,
    deals: timeline.deals.map((deal) => dealDTO(context, deal, settlementCurrency, dealSees)),
    transfers: timeline.transfers.filter(isShown).map((transfer) => transferDTO(context, transfer)),
    notifications: timeline.notifications.map(({ sequence, status, at, attempts }) => ({
      sequence,
      status,
      at: formatTimestamp(at),
      attempts: attempts.map(attemptDTO),
    })),
    disputeFacts: timeline.disputeFacts.map((fact) => factDTO(context, fact)),
    ...(sees === 'operator'
      ? {
          arrivals: timeline.arrivals.map((arrival) => arrivalDTO(context, arrival)),
          audit: timeline.audit.map(auditLineDTO),
        }
      : {}),
  };
}

function isStores({ kind, ownerId }: LedgerAccount, storeId: number): boolean {
  return kind.startsWith('store_') && ownerId === storeId;
}

function transferDTO(context: HttpContext, transfer: PostedTransfer): object {
  const { kind, subjectId, at, amount, currency, debit, credit } = transfer;
  return {
    kind,
    subjectId,
    at: formatTimestamp(at),
    sum: moneyDTO(amount, currencyOf(context.catalogue(), currency)),
    debit,
    credit,
  };
}

function factDTO(context: HttpContext, fact: DisputeFact): object {
  const { dealId, at, actor, kind, text, attachment, decisionId } = fact;
  const file = attachment === null ? null : attachmentDTO(context, attachment);
  return { dealId, at: formatTimestamp(at), actor, kind, text, attachment: file, decisionId };
}

export function auditLineDTO(line: AuditLine): object {
  return { ...line, id: String(line.id), at: formatTimestamp(line.at) };
}
