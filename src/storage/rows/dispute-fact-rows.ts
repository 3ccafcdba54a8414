import { type DisputeFact, disputeFactKinds } from '../../domain/invoices/deal-dispute.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import { instant, json, oneOf, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const disputeFacts = defineRow<DisputeFact>({
  table: 'dispute_facts',
  columns: {
    dealId: uuid,
    at: instant,
    actor: text,
    kind: oneOf(disputeFactKinds),
    text,
    attachment: json<Attachment>().orNull,
    decisionId: uuid.orNull,
  },
  unique: {},
});
