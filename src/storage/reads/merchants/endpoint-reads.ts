import type pg from 'pg';
import { type EndpointKind, endpointKinds } from '../../../domain/merchants/store-endpoint.ts';
import { endpointEventId } from '../../../domain/notifications/endpoint-event.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bool, instant, int4, oneOf, text } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import type { Page } from '../listing.ts';
import { findAttempts, type LoggedAttempt } from '../notifications/notification-reads.ts';

export { deliveryStates } from '../notifications/notification-reads.ts';

export interface StoredEvent {
  /** The `webhook-id` it is sent with. */
  readonly id: string;
  readonly sequence: number;
  readonly kind: EndpointKind;
  /** Which invoice, withdrawal or page. */
  readonly subject: string;
  readonly createdAt: Instant;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly nextAttemptAt: Instant | null;
  readonly attempts: readonly LoggedAttempt[];
}

/** What an endpoint was told, the newest first. The cursor is a sequence. */
export async function listEvents(
  pool: pg.Pool,
  endpointId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Page<StoredEvent>> {
  const found = await orUnavailable(read(pool, eventsBefore, [endpointId, after, limit + 1]));
  const attempts = await findAttempts(pool, endpointId, null);
  const items = found.slice(0, limit).map(({ queued, isFailed, ...event }) => {
    const { sequence } = event;
    const isWaiting = queued !== null && queued.sequence <= sequence && sequence <= queued.lastSequence;
    const isNext = isWaiting && queued.sequence === sequence && queued.isFree;
    return {
      ...event,
      id: endpointEventId({ endpointId, sequence }),
      state: isWaiting ? ('waiting' as const) : isFailed ? ('failed' as const) : ('delivered' as const),
      nextAttemptAt: isNext ? queued.dueAt : null,
      attempts: attempts.filter((attempt) => attempt.sequence === sequence),
    };
  });
  return { items, next: found.length > limit ? String(items.at(-1)?.sequence) : null };
}

const eventsBefore = rowStatement(
  'endpoint-events',
  select('v', {
    sequence: int4,
    kind: oneOf(endpointKinds),
    subject: text.from(`coalesce(v.invoice_id::text, v.facts->>'id', v.facts->>'number', v.facts->>'what', '')`),
    createdAt: instant,
    queued: select('q', {
      sequence: int4,
      lastSequence: int4,
      dueAt: instant,
      isFree: bool.from('q.lease is null'),
    }).orNull,
    isFailed: bool.from('f.failed_at is not null'),
  }),
  (list) => `select ${list} from endpoint_events v
    left join delivery_queue q on q.invoice_id = v.endpoint_id
    left join failed_notifications f on f.invoice_id = v.endpoint_id and f.sequence = v.sequence
    where v.endpoint_id = $1::uuid and ($2::int4 is null or v.sequence < $2::int4)
    order by v.sequence desc limit $3::int4`,
);
