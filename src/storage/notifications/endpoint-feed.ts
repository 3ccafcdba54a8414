import type pg from 'pg';
import {
  type EndpointKind,
  hearsInvoices,
  kindOfChange,
  type StoreEndpoint,
} from '../../domain/merchants/store-endpoint.ts';
import type { BalanceFacts } from '../../domain/notifications/endpoint-event.ts';
import { receiverOf } from '../../domain/notifications/receiver.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { execute, read, run } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { instant, int4, int8, json, text, uuid } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement, type Statement } from '../rows/statement.ts';
import { plainArray, textArray, timestampText } from '../rows/table.ts';

/** At most so many of each kind at once: what is left is the next step's. */
const takenMax = 500;

/** Endpoints for which something has happened that they want to hear of and were not told. */
export async function findBehind(pool: pg.Pool): Promise<readonly string[]> {
  return (await run(pool, behind, [])).map(([id]) => id);
}

interface FoundEvent {
  readonly kind: EndpointKind;
  /** Names what happened: one endpoint is told of it once. */
  readonly fact: string;
  readonly invoice: { readonly id: string; readonly sequence: number } | null;
  readonly facts: object | null;
  readonly createdAt: Instant;
}

/**
 * Writes what an endpoint was not told yet as its next events, and puts them into the queue for delivery. All of it follows from
 * what is stored already, and how far it has come is stored with it: killed anywhere, nothing is lost or told twice, and those who
 * changed an invoice did not wait for it. Says how many there were; null: another process is at it.
 */
export async function feedEndpoint(pool: pg.Pool, endpoint: StoreEndpoint, now: Instant): Promise<number | null> {
  return await inTransaction(pool, async (client) => {
    const [place] = await read(client, lockPlace, [endpoint.id]);
    if (place === undefined) return null;
    const outbox = (await read(client, takeOutbox, [endpoint.id, takenMax])).sort((a, b) => (a.id < b.id ? -1 : 1));
    const changes = hearsInvoices(endpoint.kinds)
      ? await read(client, changesAfter, [endpoint.storeId, place.feedSequence, takenMax])
      : [];
    const balances = endpoint.kinds.includes('balance') ? await changedBalances(client, endpoint, place) : null;
    const pages = endpoint.kinds.includes('book') ? await read(client, pagesAfter, [place.page, takenMax]) : [];
    const events: FoundEvent[] = [
      ...outbox.map(({ kind, fact, facts, createdAt }) => ({
        kind: kind as EndpointKind,
        fact,
        invoice: null,
        facts,
        createdAt,
      })),
      ...changes.flatMap((change) => eventOfChange(endpoint.kinds, change)),
      ...(balances === null ? [] : [balanceEvent(balances, place.lastSequence + 1, now)]),
      ...pages.map(({ number, hash, sealedAt }) => ({
        kind: 'book' as const,
        fact: `page ${number}`,
        invoice: null,
        facts: { number: String(number), hash },
        createdAt: sealedAt,
      })),
    ];
    if (events.length > 0) await writeEvents(client, endpoint, events, place.lastSequence);
    await execute(client, movePlace, [
      endpoint.id,
      place.lastSequence + events.length,
      changes.at(-1)?.feedSequence ?? place.feedSequence,
      pages.at(-1)?.number ?? place.page,
      JSON.stringify(balances ?? place.balances),
    ]);
    return events.length;
  });
}

function eventOfChange(
  kinds: readonly EndpointKind[],
  change: {
    readonly invoiceId: string;
    readonly sequence: number;
    readonly status: string;
    readonly statusBefore: string | null;
    readonly createdAt: Instant;
  },
): readonly FoundEvent[] {
  const kind = kindOfChange(kinds, change);
  if (kind === null) return [];
  const { invoiceId, sequence, createdAt } = change;
  const fact = `invoice ${invoiceId} ${sequence}`;
  return [{ kind, fact, invoice: { id: invoiceId, sequence }, facts: null, createdAt }];
}

function balanceEvent(facts: BalanceFacts, sequence: number, createdAt: Instant): FoundEvent {
  return { kind: 'balance', fact: `balance ${sequence}`, invoice: null, facts, createdAt };
}

/** Null when they are as they were told last, or while the last word about them waits: then one word tells all of it later. */
async function changedBalances(
  client: pg.PoolClient,
  { id, storeId }: StoreEndpoint,
  { balances }: { readonly balances: object | null },
): Promise<BalanceFacts | null> {
  const [found] = await read(client, balancesNow, [id, storeId, JSON.stringify(balances)]);
  return found === undefined ? null : (found.balances as BalanceFacts);
}

async function writeEvents(
  client: pg.PoolClient,
  { id, storeId, url }: StoreEndpoint,
  events: readonly FoundEvent[],
  lastSequence: number,
): Promise<void> {
  await execute(client, insertEvents, [
    id,
    plainArray(events.map((_event, index) => lastSequence + 1 + index)),
    plainArray(events.map(({ kind }) => kind)),
    textArray(events.map(({ fact }) => fact)),
    plainArray(events.map(({ invoice }) => invoice?.id ?? 'NULL')),
    plainArray(events.map(({ invoice }) => invoice?.sequence ?? 'NULL')),
    textArray(events.map(({ facts }) => (facts === null ? null : JSON.stringify(facts)))),
    textArray(events.map(({ createdAt }) => timestampText(createdAt))),
    storeId,
    String(receiverOf(storeId, url)?.key ?? 0n),
  ]);
}

const balancesOfStore = (
  store: string,
) => `(select jsonb_object_agg(s.id, jsonb_build_array(a.balance::text, f.balance::text))
    from store_accounts s join accounts a on a.id = s.available_id join accounts f on f.id = s.frozen_id
    where s.store_id = ${store})`;

const balanceWaits = (endpoint: string) => `exists (select from delivery_queue q
    join endpoint_events v on v.endpoint_id = q.invoice_id and v.sequence between q.sequence and q.last_sequence
    where q.invoice_id = ${endpoint} and v.kind = 'balance')`;

/** One look for all: an endpoint costs nothing while nothing happens. */
const behind: Statement = {
  name: 'endpoints-behind',
  text: `select e.id from store_endpoints e join endpoint_places p on p.endpoint_id = e.id
    where e.removed_at is null and (
      exists (select from endpoint_outbox o where o.endpoint_id = e.id)
      or e.kinds && array['invoice', 'dispute']
        and p.feed_sequence < (select last_sequence from notification_feeds f where f.store_id = e.store_id)
      or 'book' = any(e.kinds) and p.page < (select max(number) from book_pages)
      or 'balance' = any(e.kinds) and p.balances is distinct from ${balancesOfStore('e.store_id')}
        and not ${balanceWaits('e.id')})
    order by e.id limit 1000`,
};

const lockPlace = rowStatement(
  'lock-endpoint-place',
  select('p', { lastSequence: int4, feedSequence: int8, page: int8, balances: json<object>().orNull }),
  (list) => `select ${list} from endpoint_places p join store_endpoints e on e.id = p.endpoint_id
    where p.endpoint_id = $1::uuid and e.removed_at is null for update of p skip locked`,
);

const takeOutbox = rowStatement(
  'take-endpoint-outbox',
  select('t', { id: int8, kind: text, fact: text, facts: json<object>(), createdAt: instant }),
  (list) => `with t as (
      delete from endpoint_outbox where id = any(array(
        select id from endpoint_outbox where endpoint_id = $1::uuid order by id limit $2::int4))
      returning id, kind, fact, facts, created_at
    ) select ${list} from t`,
);

/** The feed of a store has no gaps, and its order is that of the commits. */
const changesAfter = rowStatement(
  'endpoint-changes-after',
  select('n', {
    invoiceId: uuid,
    sequence: int4,
    feedSequence: int8,
    createdAt: instant,
    status: text.from(`n.snapshot->'invoice'->>'status'`),
    statusBefore: text.from(`b.snapshot->'invoice'->>'status'`).orNull,
  }),
  (list) => `select ${list} from notifications n
    left join notifications b on b.invoice_id = n.invoice_id and b.sequence = n.sequence - 1
    where n.store_id = $1::int4 and n.feed_sequence > $2::int8 order by n.feed_sequence limit $3::int4`,
);

const pagesAfter = rowStatement(
  'endpoint-pages-after',
  select('b', { number: int8, hash: text.from(`encode(b.hash, 'hex')`), sealedAt: instant }),
  (list) => `select ${list} from book_pages b where b.number > $1::int8 order by b.number limit $2::int4`,
);

const balancesNow = rowStatement(
  'endpoint-balances',
  select('t', { balances: json<object>() }),
  (list) => `select ${list} from (select ${balancesOfStore('$2::int4')} as balances) t
    where t.balances is distinct from nullif($3::jsonb, 'null') and not ${balanceWaits('$1::uuid')}`,
);

const insertEvents: Statement = {
  name: 'insert-endpoint-events',
  text: `with given as (
      select * from unnest($2::int4[], $3::text[], $4::text[], $5::uuid[], $6::int4[], $7::jsonb[], $8::timestamptz[])
        as g(sequence, kind, fact, invoice_id, invoice_sequence, facts, created_at)
    ), written as (
      insert into endpoint_events (endpoint_id, sequence, kind, fact, invoice_id, invoice_sequence, facts, created_at)
      select $1::uuid, sequence, kind, fact, invoice_id, invoice_sequence, facts, created_at from given
    )
    insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
    select $1::uuid, $9::int4, $10::int8, min(sequence), max(sequence), min(created_at) from given
    on conflict (invoice_id) do update set last_sequence = excluded.last_sequence`,
};

const movePlace: Statement = {
  name: 'move-endpoint-place',
  text: `update endpoint_places set last_sequence = $2::int4, feed_sequence = $3::int8, page = $4::int8,
      balances = nullif($5::jsonb, 'null') where endpoint_id = $1::uuid`,
};
