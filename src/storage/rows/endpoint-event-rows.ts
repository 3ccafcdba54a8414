import { endpointKinds } from '../../domain/merchants/store-endpoint.ts';
import type { EndpointEvent, EventContent } from '../../domain/notifications/endpoint-event.ts';
import { instant, json, oneOf, text, uuid } from './codec.ts';
import { decodeSnapshot, snapshot } from './notification-rows.ts';
import { type RowOf, select } from './shape.ts';

const eventFields = {
  kind: oneOf(endpointKinds),
  url: text,
  createdAt: instant,
  facts: json<object>().orNull,
  /** The invoice that it is about, where it has no facts of its own. */
  aboutId: uuid.orNull,
  snapshot: snapshot.orNull,
  notifiedAt: instant.orNull,
};

/** An event with what it is about: the notification of its invoice, or facts of its own. */
export const eventSelection = select('e', eventFields);

/** The subquery of one event, looked for only where the condition holds. */
export function eventOf(endpointId: string, sequence: string, condition: string): string {
  return `select v.kind, p.url, v.created_at, v.facts, v.invoice_id as about_id, o.snapshot, o.created_at as notified_at
    from endpoint_events v join store_endpoints p on p.id = v.endpoint_id
    left join notifications o on o.invoice_id = v.invoice_id and o.sequence = v.invoice_sequence
    where ${condition} and v.endpoint_id = ${endpointId} and v.sequence = ${sequence} limit 1`;
}

/** The invoice of an event whose notification was not seen. */
export function unseenInvoiceOf({ facts, snapshot, aboutId }: RowOf<typeof eventFields>): string | null {
  return facts === null && snapshot === null ? aboutId : null;
}

export function decodeEvent(
  at: { readonly invoiceId: string; readonly sequence: number; readonly storeId: number },
  { kind, url, createdAt, facts, snapshot, notifiedAt }: RowOf<typeof eventFields>,
): EndpointEvent {
  if (snapshot === null && facts === null) throw new Error('its invoice lies in a file of the archive');
  const content =
    snapshot === null || notifiedAt === null
      ? { kind, facts }
      : { kind, notification: { ...decodeSnapshot(snapshot), createdAt: notifiedAt } };
  // The table's check says which of the two a kind has; what wrote it knew the shape.
  return {
    endpointId: at.invoiceId,
    storeId: at.storeId,
    sequence: at.sequence,
    url,
    createdAt,
    content: content as EventContent,
  };
}
