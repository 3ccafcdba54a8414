import type pg from 'pg';
import type { Notification } from '../../domain/invoices/notification.ts';
import type { AttemptOutcome, NextStep } from '../../domain/notifications/delivery.ts';
import { type EndpointEvent, isEndpointEvent } from '../../domain/notifications/endpoint-event.ts';
import { receiverOf } from '../../domain/notifications/receiver.ts';
import { storable } from '../../domain/text/outside-text.ts';
import { type Instant, monthOf } from '../../domain/text/timestamp.ts';
import { instantOfId } from '../../domain/text/uuid.ts';
import { bringBackAtOnce } from '../archive/move.ts';
import { filterDetached } from '../archive/whereabouts.ts';
import { execute, read, reading } from '../database/connection.ts';
import { sendInTransaction } from '../database/transaction.ts';
import { instant, int4, int8, text, uuid } from '../rows/codec.ts';
import { decodeEvent, eventOf, eventSelection, unseenInvoiceOf } from '../rows/endpoint-event-rows.ts';
import { decodeSnapshot, snapshot } from '../rows/notification-rows.ts';
import { select } from '../rows/shape.ts';
import { rowStatement, type Statement } from '../rows/statement.ts';
import { plainArray, textArray, timestampText } from '../rows/table.ts';

/**
 * A message that this process has leased: nobody else sends it, nor a later one of its line, until the lease ends. A line is what
 * keeps its order: the notifications of an invoice, or the events of an endpoint.
 */
export interface Delivery {
  /** The invoice, or the endpoint. */
  readonly invoiceId: string;
  readonly sequence: number;
  readonly storeId: number;
  readonly createdAt: Instant;
  /** What it says. Throws when what is stored cannot be read: that is of no concern to the others. */
  readonly read: () => Notification | EndpointEvent;
  readonly receiver: bigint;
  /** 1 for the first. */
  readonly attempt: number;
}

export interface Claim {
  readonly lease: string;
  readonly now: Instant;
  readonly leaseMs: number;
  /** How many more each receiver may get; one that is not named, `roomDefault`. */
  readonly rooms: ReadonlyMap<bigint, number>;
  readonly roomDefault: number;
  readonly countMax: number;
  /** The first receiver to look at; those before it are left out. */
  readonly from: bigint;
  /** Some could not be looked for in the archive. They are tried again later; the others are sent. */
  readonly failed: (error: unknown) => void;
}

/** What came of an attempt. */
export interface DeliveryResult {
  readonly delivery: Delivery;
  readonly startedAt: Instant;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly answer: string;
  readonly next: NextStep;
}

const originsMax = 10_000;
/** Until the next look for one whose month somebody else has locked. */
const lockedPauseMs = 10_000;
/** Until the next look for an event that is about what was not seen. */
const unseenPauseMs = 1_000;

/** The queue that all processes share. */
export class DeliveryQueue {
  readonly #pool: pg.Pool;
  /** A key stands for one origin. */
  readonly #origins = new Map<bigint, string>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Leases what is due, a few for each receiver, so that one with a mountain of work does not hide the others. */
  async claim(asked: Claim): Promise<readonly Delivery[]> {
    const { lease, now, leaseMs, rooms, roomDefault, countMax, from } = asked;
    const leased = await read(this.#pool, claimDue, [
      timestampText(now),
      roomsText(rooms),
      roomDefault,
      countMax,
      lease,
      timestampText(now + leaseMs),
      String(from),
    ]);
    // What was written while the statement ran is not visible to it although its place in the queue is: the next look finds it.
    const unseen = leased.filter(({ shown, event }) => shown === null && event === null);
    const gone = await this.#findGone(
      unseen.map(({ invoiceId }) => invoiceId),
      asked,
    );
    const events = new Map<string, string>();
    for (const { invoiceId, event } of leased) {
      const aboutId = event === null ? null : unseenInvoiceOf(event);
      if (aboutId !== null) events.set(invoiceId, aboutId);
    }
    const late = await this.#postponeEvents(events, asked);
    const found = leased.filter(({ shown, event, invoiceId }) => {
      return shown !== null || (event === null ? gone.has(invoiceId) : !late.has(invoiceId));
    });
    return found.map(({ invoiceId, sequence, storeId, receiver, attempts, shown, event, notifiedAt }) => ({
      invoiceId,
      sequence,
      storeId,
      receiver,
      createdAt: notifiedAt ?? event?.createdAt ?? now,
      read: () => {
        if (event !== null) return decodeEvent({ invoiceId, sequence, storeId }, event);
        if (shown === null || notifiedAt === null) throw new Error('its invoice lies in a file of the archive');
        const { invoice, deal } = decodeSnapshot(shown);
        return { invoice, deal, createdAt: notifiedAt };
      },
      attempt: attempts + 1,
    }));
  }

  /**
   * Asked for again long after their invoices have ended: they are sent from among the living, at the next look. Says which lie in
   * files. Whatever fails here concerns these alone: all the others are leased already, and nobody else would send them.
   */
  async #findGone(ids: readonly string[], { lease, now, failed }: Claim): Promise<ReadonlySet<string>> {
    const back: string[] = [];
    const locked: string[] = [];
    for (const some of byMonth(ids)) {
      try {
        await bringBackAtOnce(this.#pool, some);
        back.push(...some);
      } catch (error) {
        failed(error);
        locked.push(...some);
      }
    }
    try {
      if (locked.length > 0) await this.release(lease, locked, now + lockedPauseMs);
      if (back.length === 0) return new Set();
      const gone = new Set(await filterDetached(this.#pool, back));
      const living = back.filter((id) => !gone.has(id));
      if (living.length > 0) await this.release(lease, living, now);
      return gone;
    } catch (error) {
      // Their leases end by themselves.
      failed(error);
      return new Set();
    }
  }

  /**
   * Events, by endpoint, about notifications that were not seen. They lie in files, or were moved while the statement was planned:
   * a month of the archive whose tables are newer than the plan is not looked into. Those are seen at the next look. Says which.
   */
  async #postponeEvents(
    events: ReadonlyMap<string, string>,
    { lease, now, failed }: Claim,
  ): Promise<ReadonlySet<string>> {
    if (events.size === 0) return new Set();
    try {
      const away = new Set(await filterDetached(this.#pool, [...events.values()]));
      const late = [...events].filter(([, aboutId]) => !away.has(aboutId)).map(([endpointId]) => endpointId);
      if (late.length > 0) await this.release(lease, late, now + unseenPauseMs);
      return new Set(late);
    } catch (error) {
      // Their leases end by themselves.
      failed(error);
      return new Set(events.keys());
    }
  }

  /**
   * Writes down what came of attempts, and answers with the receivers that are paused from now on. Of a lease that has
   * ended only the log is written: another worker has the notification by then.
   */
  async settle(
    results: readonly DeliveryResult[],
    { lease, now, pauseAfterMs }: { readonly lease: string; readonly now: Instant; readonly pauseAfterMs: number },
  ): Promise<readonly string[]> {
    const columns = resultColumns(results);
    const health = healthColumns(results, (result) => this.#originOf(result));
    const since = [timestampText(now), timestampText(now - pauseAfterMs)];
    const paused: { readonly origin: string }[] = [];
    await sendInTransaction(this.#pool, [
      { statement: lockQueued, values: columns.slice(0, 1) },
      { statement: settleAttempts, values: [...columns, lease, timestampText(now)] },
      reading(noteHealth, [...health, ...since], paused),
    ]);
    return paused.map(({ origin }) => origin);
  }

  /** With many receivers nearly every message would have to be read once more for this. */
  #originOf(result: DeliveryResult): string {
    const { receiver } = result.delivery;
    const known = this.#origins.get(receiver);
    if (known !== undefined) return known;
    const origin = originOf(result);
    if (this.#origins.size >= originsMax) this.#origins.clear();
    this.#origins.set(receiver, origin);
    return origin;
  }

  /** Gives back what was leased and not attempted. */
  async release(lease: string, invoiceIds: readonly string[], now: Instant): Promise<void> {
    await execute(this.#pool, releaseLeases, [plainArray(invoiceIds), lease, timestampText(now)]);
  }
}

/**
 * The index on receiver and due time is walked from one receiver to the next (the recursive part), so its cost grows with
 * the receivers that have something waiting and not with how much waits.
 */
const claimDue = rowStatement(
  'claim-deliveries',
  select('l', {
    invoiceId: uuid,
    sequence: int4,
    storeId: int4,
    receiver: int8,
    attempts: int4,
    shown: snapshot.from('n.snapshot').orNull,
    notifiedAt: instant.from('n.created_at').orNull,
    event: eventSelection.orNull,
  }),
  (list) => `with recursive waiting(receiver) as (
      (select receiver from delivery_queue where receiver >= $7::int8 order by receiver limit 1)
      union all
      select (select q.receiver from delivery_queue q where q.receiver > w.receiver order by q.receiver limit 1)
      from waiting w where w.receiver is not null
    ), wanted as (
      select w.receiver, coalesce(($2::jsonb->>w.receiver::text)::int4, $3::int4) as room
      from waiting w
      where w.receiver is not null
        and not exists (select from receivers r where r.key = w.receiver and r.paused_at is not null)
    ), due as (
      select q.invoice_id from wanted w cross join lateral (
        select invoice_id from delivery_queue
        where receiver = w.receiver and due_at <= $1::timestamptz
        order by due_at limit w.room for update skip locked
      ) q where w.room > 0 limit $4
    ), leased as (
      update delivery_queue q set lease = $5::uuid, due_at = $6::timestamptz
      from due where q.invoice_id = due.invoice_id
      returning q.invoice_id, q.sequence, q.store_id, q.receiver, q.attempts
    )
    select ${list} from leased l left join lateral (
      select snapshot, created_at from only notifications
      where invoice_id = l.invoice_id and sequence = l.sequence limit 1
    ) n on true left join lateral (${eventOf('l.invoice_id', 'l.sequence', 'n.snapshot is null')}) e on true`,
);

const lockQueued: Statement = {
  name: 'lock-deliveries',
  text: `select from delivery_queue where invoice_id = any($1::uuid[]) order by invoice_id for update`,
};

/**
 * While the database was away for longer than a lease, the same process may have sent a message twice: then two results
 * of it come at once. Both are logged; one that was taken settles it, else the last.
 */
const settleAttempts: Statement = {
  name: 'settle-deliveries',
  text: `with given as (
      select * from unnest($1::uuid[], $2::int4[], $3::int4[], $4::int8[], $5::int4[], $6::timestamptz[], $7::int4[],
        $8::text[], $9::int2[], $10::text[], $11::text[], $12::timestamptz[]) with ordinality
        as g(invoice_id, sequence, store_id, receiver, ordinal, at, duration_ms, outcome, status, answer, next, next_at,
          place)
    ), logged as (
      insert into delivery_attempts
        (invoice_id, sequence, store_id, receiver, ordinal, at, duration_ms, outcome, status, answer)
      select invoice_id, sequence, store_id, receiver, ordinal, at, duration_ms, outcome, status, answer from given
    ), held as (
      select distinct on (g.invoice_id) g.*, q.rewind_to,
        q.rewind_to is null and g.next <> 'again' and q.last_sequence = q.sequence as is_over
      from given g cross join lateral (
        select rewind_to, sequence, last_sequence from delivery_queue
        where invoice_id = g.invoice_id and lease = $13::uuid and sequence = g.sequence limit 1
      ) q order by g.invoice_id, g.next = 'done' desc, g.place desc
    ), over as (
      delete from delivery_queue where invoice_id = any(array(select invoice_id from held where is_over))
    ), moved as (
      update delivery_queue q set
        sequence = coalesce(h.rewind_to, case h.next when 'again' then q.sequence else q.sequence + 1 end),
        attempts = case when h.rewind_to is null and h.next = 'again' then q.attempts + 1 else 0 end,
        due_at = case when h.rewind_to is null and h.next = 'again' then h.next_at else $14::timestamptz end,
        lease = null, rewind_to = null
      from held h where h.invoice_id = q.invoice_id and not h.is_over
    )
    insert into failed_notifications (invoice_id, sequence, store_id, receiver, failed_at)
    select invoice_id, sequence, store_id, receiver, $14::timestamptz from held where next = 'failed'
    on conflict (invoice_id, sequence) do update set failed_at = excluded.failed_at`,
};

/** One row for each receiver: whether anything was delivered, and the last failure. Rows that would stay as they are, stay. */
const noteHealth = rowStatement(
  'note-receiver-health',
  select('noted', { origin: text }),
  (list) => `with given as (
      select * from unnest($1::int8[], $2::int4[], $3::text[], $4::bool[], $5::text[])
        as g(key, store_id, origin, is_well, failure)
    ), noted as (
      insert into receivers as r (key, store_id, origin, failing_since, last_failure, last_failure_at)
      select key, store_id, origin, case when is_well then null else $6::timestamptz end,
        failure, case when failure is not null then $6::timestamptz end
      from given g where not exists (
        select from receivers k where k.key = g.key and g.is_well and k.failing_since is null and k.paused_at is null
      ) order by key
      on conflict (key) do update set
        failing_since = case when excluded.failing_since is null then null
          else coalesce(r.failing_since, excluded.failing_since) end,
        paused_at = case when excluded.failing_since is null then null
          when r.failing_since <= $7::timestamptz then coalesce(r.paused_at, $6::timestamptz)
          else r.paused_at end,
        last_failure = coalesce(excluded.last_failure, r.last_failure),
        last_failure_at = coalesce(excluded.last_failure_at, r.last_failure_at)
      returning r.origin, r.paused_at
    )
    select ${list} from noted where paused_at = $6::timestamptz`,
);

const releaseLeases: Statement = {
  name: 'release-deliveries',
  text: `update delivery_queue q set lease = null, due_at = $3::timestamptz
    from (select invoice_id from delivery_queue
      where invoice_id = any($1::uuid[]) and lease = $2::uuid order by invoice_id for update) mine
    where q.invoice_id = mine.invoice_id`,
};

/** A month is locked as a whole: those of other months, and what has just been written, do not wait for it. */
function byMonth(ids: readonly string[]): Iterable<readonly string[]> {
  const months = new Map<number, string[]>();
  for (const id of ids) {
    const month = monthOf(instantOfId(id));
    months.set(month, [...(months.get(month) ?? []), id]);
  }
  return months.values();
}

/** As JSON, written by hand: an object with a thousand keys of its own takes a millisecond to make. */
function roomsText(rooms: ReadonlyMap<bigint, number>): string {
  let text = '';
  for (const [receiver, room] of rooms) text += `${text === '' ? '' : ','}"${receiver}":${room}`;
  return `{${text}}`;
}

function resultColumns(results: readonly DeliveryResult[]): string[] {
  const of = <Value>(read: (result: DeliveryResult) => Value) => results.map(read);
  return [
    plainArray(of(({ delivery }) => delivery.invoiceId)),
    plainArray(of(({ delivery }) => delivery.sequence)),
    plainArray(of(({ delivery }) => delivery.storeId)),
    plainArray(of(({ delivery }) => delivery.receiver)),
    plainArray(of(({ delivery }) => delivery.attempt)),
    textArray(of(({ startedAt }) => timestampText(startedAt))),
    plainArray(of(({ durationMs }) => durationMs)),
    plainArray(of(({ outcome }) => outcome)),
    plainArray(of(({ status }) => status ?? 'NULL')),
    textArray(of(({ answer }) => answer)),
    plainArray(of(({ next }) => next.kind)),
    textArray(of(({ next }) => (next.kind === 'again' ? timestampText(next.at) : null))),
  ];
}

function healthColumns(results: readonly DeliveryResult[], origin: (result: DeliveryResult) => string): string[] {
  const byReceiver = new Map<bigint, { first: DeliveryResult; isWell: boolean; failure: string | null }>();
  for (const result of results) {
    // Nothing was sent, and nothing is known of the receiver.
    if (result.outcome === 'unsendable') continue;
    const known = byReceiver.get(result.delivery.receiver) ?? { first: result, isWell: false, failure: null };
    if (result.outcome === 'delivered') known.isWell = true;
    else known.failure = storable(`${result.status ?? result.outcome}: ${result.answer}`.slice(0, 255));
    byReceiver.set(result.delivery.receiver, known);
  }
  const rows = [...byReceiver];
  return [
    plainArray(rows.map(([key]) => key)),
    plainArray(rows.map(([, { first }]) => first.delivery.storeId)),
    textArray(rows.map(([, { first }]) => origin(first))),
    plainArray(rows.map(([, { isWell }]) => String(isWell))),
    textArray(rows.map(([, { failure }]) => failure)),
  ];
}

function originOf({ delivery }: DeliveryResult): string {
  const message = delivery.read();
  const url = isEndpointEvent(message) ? message.url : message.invoice.notificationUrl;
  return receiverOf(delivery.storeId, url)?.origin ?? '';
}
