import type pg from 'pg';
import { bandsOf, probesOf, type ReceiptLook } from '../../domain/receipts/receipt-look.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { execute, read, run } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { instant, int4, int8, text } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement, type Statement } from '../rows/statement.ts';
import { timestampText } from '../rows/table.ts';

/** A receipt that this process has leased. */
interface ReceiptToCompare {
  readonly id: bigint;
  readonly sha256: string;
  readonly keptAt: Instant;
  /** 1 for the first. */
  readonly attempts: number;
}

/** Of the pictures in one band, so many of the newest are compared: a bound, as an attacker may fill a band on purpose. */
const perBandMax = 50;
const sweptMax = 500;

/** The newest first: somebody may be about to decide on it. */
export async function claimReceiptToCompare(
  pool: pg.Pool,
  { now, leaseMs }: { readonly now: Instant; readonly leaseMs: number },
): Promise<ReceiptToCompare | null> {
  return (await read(pool, claim, [timestampText(now), timestampText(now + leaseMs)]))[0] ?? null;
}

export async function forgetReceiptToCompare(pool: pg.Pool, id: bigint): Promise<void> {
  await execute(pool, forget, [id]);
}

/** The look of a file that was looked at before; null: it was not, or it was no picture. */
export async function readLook(pool: pg.Pool, sha256: string): Promise<ReceiptLook | null> {
  const [found] = await run(pool, lookOfFile, [sha256]);
  if (found === undefined) return null;
  return { cells: Buffer.from(found[0], 'hex') };
}

export async function storeLook(
  pool: pg.Pool,
  { sha256, keptAt, look }: { readonly sha256: string; readonly keptAt: Instant; readonly look: ReceiptLook },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const [added] = await run(client, addLook, [sha256, timestampText(keptAt), Buffer.from(look.cells)]);
    if (added === undefined) return;
    await execute(client, addBands, [bandsOf(look).map(String), timestampText(keptAt), added[0]]);
  });
}

interface Candidate {
  readonly sha256: string;
  readonly cells: Uint8Array;
}

/** Other files that share a band with the look. Asked after the look is stored: of two at once, the later one sees the other. */
export async function findCandidates(
  pool: pg.Pool,
  { sha256, look, since }: { readonly sha256: string; readonly look: ReceiptLook; readonly since: Instant },
): Promise<readonly Candidate[]> {
  const found = await run(pool, candidates, [probesOf(look).map(String), timestampText(since), sha256]);
  return found.map(([other, cells]) => ({ sha256: other, cells: Buffer.from(cells, 'hex') }));
}

export async function storeLikenesses(pool: pg.Pool, sha256: string, others: readonly string[]): Promise<void> {
  if (others.length > 0) await execute(pool, addLikenesses, [sha256, others]);
}

/** Looks that nothing is compared with any more. Says whether there are more of them. */
export async function sweepLooks(pool: pg.Pool, before: Instant): Promise<boolean> {
  const swept = await run(pool, sweep, [timestampText(before)]);
  return swept.length === sweptMax;
}

const claim = rowStatement(
  'claim-receipt-to-compare',
  select('c', { id: int8, sha256: text, keptAt: instant, attempts: int4 }),
  (list) => `update receipts_to_compare c set leased_until = $2::timestamptz, attempts = attempts + 1
    where id = (select id from receipts_to_compare where leased_until is null or leased_until <= $1::timestamptz
      order by id desc limit 1 for update skip locked)
    returning ${list}`,
);

const forget: Statement = {
  name: 'forget-receipt-to-compare',
  text: 'delete from receipts_to_compare where id = $1::int8',
};

const lookOfFile: Statement = {
  name: 'look-of-file',
  text: `select encode(cells, 'hex') from receipt_looks where sha256 = $1::text`,
};

const addLook: Statement = {
  name: 'add-look',
  text: `insert into receipt_looks (sha256, kept_at, cells) values ($1::text, $2::timestamptz, $3::bytea)
    on conflict (sha256) do nothing returning id`,
};

const addBands: Statement = {
  name: 'add-bands',
  text: `insert into receipt_bands (band, kept_at, look_id)
    select distinct band, $2::timestamptz, $3::int8 from unnest($1::int8[]) as band`,
};

const candidates: Statement = {
  name: 'look-candidates',
  text: `select l.sha256, encode(l.cells, 'hex') from (
      select distinct n.look_id from unnest($1::int8[]) as k (band) cross join lateral (
        select b.look_id from receipt_bands b where b.band = k.band and b.kept_at > $2::timestamptz
        order by b.kept_at desc, b.look_id desc limit ${perBandMax}) n
    ) o join receipt_looks l on l.id = o.look_id where l.sha256 <> $3::text`,
};

const addLikenesses: Statement = {
  name: 'add-likenesses',
  text: `insert into receipt_likenesses (sha256, other_sha256)
    select $1::text, o from unnest($2::text[]) as o union all select o, $1::text from unnest($2::text[]) as o
    order by 1, 2 on conflict do nothing`,
};

const sweep: Statement = {
  name: 'sweep-looks',
  text: `delete from receipt_looks where id in (
    select id from receipt_looks where kept_at < $1::timestamptz order by kept_at limit ${sweptMax}) returning id`,
};
