import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';
import { read } from '../database/connection.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { instant, int4 } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';

interface QueueHealth {
  /** How many invoices have something to be sent; `waitingMax` may be more. */
  readonly waiting: number;
  /** The change that has waited longest for its notification to be taken, also by a paused receiver. */
  readonly oldestAt: Instant | null;
  /** When the next attempt comes or should have come, over all receivers that are not paused. */
  readonly oldestDueAt: Instant | null;
}

interface ReceiverHealth {
  /** Receivers whose last attempt failed. */
  readonly failing: number;
  readonly paused: number;
}

/** A paused receiver can have millions waiting: they must not slow down what watches the queue. */
export const waitingMax = 10_000;

/** Its cost grows with the receivers that have something waiting, and no further than `waitingMax` with how much waits. */
export async function readQueueHealth(pool: pg.Pool): Promise<QueueHealth> {
  const [health] = await orUnavailable(read(pool, queueHealth));
  return health ?? { waiting: 0, oldestAt: null, oldestDueAt: null };
}

export async function readReceiverHealth(pool: pg.Pool): Promise<ReceiverHealth> {
  const [health] = await orUnavailable(read(pool, receiverHealth));
  return health ?? { failing: 0, paused: 0 };
}

/** Of endpoints of stores: how many events are yet to be taken, over all of them. */
export async function countWaitingEvents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select coalesce(sum(q.last_sequence - q.sequence + 1), 0)::int4 as count
     from delivery_queue q join store_endpoints e on e.id = q.invoice_id`,
  );
  return rows[0].count;
}

/**
 * IDs grow with time, so the first of them are of the oldest invoices, and what has waited longest is among those. What is due
 * is found as the workers find it: from one receiver to the next along the index on receiver and due time.
 */
const queueHealth = rowStatement(
  'delivery-queue-health',
  select('f', {
    waiting: int4.from('(select count(*)::int4 from first)'),
    oldestAt: instant.from('(select min(created_at) from told)').orNull,
    oldestDueAt: instant.from('(select min(due_at) from due)').orNull,
  }),
  (list) => `with recursive waiting(receiver) as (
      (select receiver from delivery_queue order by receiver limit 1)
      union all
      select (select q.receiver from delivery_queue q where q.receiver > w.receiver order by q.receiver limit 1)
      from waiting w where w.receiver is not null
    ), due as (
      select (select q.due_at from delivery_queue q where q.receiver = w.receiver order by q.due_at limit 1) as due_at
      from waiting w
      where w.receiver is not null
        and not exists (select from receivers r where r.key = w.receiver and r.paused_at is not null)
    ), first as (
      select invoice_id, sequence from delivery_queue order by invoice_id limit ${waitingMax}
    ), told as (
      select coalesce(n.created_at, e.created_at) as created_at from first q left join lateral (
        select created_at from only notifications where invoice_id = q.invoice_id and sequence = q.sequence limit 1
      ) n on true left join lateral (
        select created_at from endpoint_events
        where n.created_at is null and endpoint_id = q.invoice_id and sequence = q.sequence limit 1
      ) e on true
    )
    select ${list}`,
);

const receiverHealth = rowStatement(
  'receiver-health',
  select('r', {
    failing: int4.from('(count(*) filter (where r.failing_since is not null))::int4'),
    paused: int4.from('(count(*) filter (where r.paused_at is not null))::int4'),
  }),
  (list) => `select ${list} from receivers r`,
);
