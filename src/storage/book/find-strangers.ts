import type pg from 'pg';
import { readLastTransferId } from './read-unsealed.ts';

/** The least and the greatest `bigint` of PostgreSQL. */
const [leastNumber, greatestNumber] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * Walks through all transfers by their numbers, and names those that no page has although a snapshot saw them. Each part is a window of
 * numbers: no index has them in their order, but one knows in which blocks a window lies. Where the walk ends is not left to what the
 * database believes to be the last number: the last window has no end, and the first no beginning.
 */
export class StrangerWalk {
  readonly #rowsMax: number;
  #after = leastNumber;
  /** Of a window. It doubles in a gap, so that even one of all numbers ends after some dozens of them. */
  #numbers: bigint;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
    this.#numbers = BigInt(rowsMax);
  }

  get isDone(): boolean {
    return this.#after === greatestNumber;
  }

  /** The next part; answers with the first few numbers. */
  async readOn(client: pg.Client, snapshot: string, namedMax: number): Promise<readonly string[]> {
    const end = (this.#after > 0n ? this.#after : 0n) + this.#numbers;
    const upTo = end < (await readLastTransferId(client)) ? end : greatestNumber;
    const { rows } = await client.query(strangersOfWindow, [this.#after, upTo, this.#rowsMax, snapshot, namedMax]);
    const { count, last, strangers } = rows[0];
    this.#numbers = count === 0 ? 2n * this.#numbers : BigInt(this.#rowsMax);
    // Behind a gap there may be more of them than one part reads.
    this.#after = count < this.#rowsMax ? upTo : last;
    return strangers;
  }
}

/** Nothing comes after the greatest number, so a range up to it has no end. */
const strangersOfWindow = `with t as materialized (select id, xid from transfers where id > $1 and id <= $2 order by id limit $3),
  pages as materialized (
    select coalesce(range_agg(p.transfer_ids), '{}'::int8multirange) as ids
    from book_pages p, (select min(id) as first, max(id) as last from t) r
    where r.first is not null and p.transfer_ids && int8range(r.first, nullif(r.last, ${greatestNumber}) + 1)
  )
  select (select count(*)::int from t) as count, (select max(id) from t) as last, array(
    select t.id::text from t, pages where not t.id <@ pages.ids and pg_visible_in_snapshot(t.xid, $4::pg_snapshot)
    order by t.id limit $5
  ) as strangers`;
