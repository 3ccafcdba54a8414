import type pg from 'pg';

interface KeyUse {
  readonly key: string;
  readonly at: number;
  readonly address: string;
}

/** Other processes write the same rows: the latest use wins, and rows are taken in one order. */
export async function upsertKeyUses(pool: pg.Pool, uses: readonly KeyUse[]): Promise<void> {
  const sorted = [...uses].sort((left, right) => (left.key < right.key ? -1 : 1));
  await pool.query({
    name: 'upsert-key-uses',
    text: `insert into api_key_uses as u (key, used_at, address)
      select g.key, g.used_at, g.address from unnest($1::text[], $2::timestamptz[], $3::text[]) g (key, used_at, address)
      on conflict (key) do update set used_at = excluded.used_at, address = excluded.address
      where u.used_at < excluded.used_at`,
    values: [
      sorted.map(({ key }) => key),
      sorted.map(({ at }) => new Date(at).toISOString()),
      sorted.map(({ address }) => address),
    ],
  });
}
