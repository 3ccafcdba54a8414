import { createHmac } from 'node:crypto';
import type { AttemptCount } from '../../../domain/people/sign-in.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** What is counted: `login:anna`. It is kept as a keyed hash. */
export type AttemptName = `${string}:${string}`;

export function loginAttempts(login: string): AttemptName {
  return `login:${login}`;
}

/**
 * The counts of these names, locked, in the order of names. One that is not there is put there, so that two attempts at once
 * do not both see none. Names that nobody has are counted with the same statements as those of people.
 */
export async function lockSignInAttempts(
  tx: SettingsTransaction,
  names: readonly AttemptName[],
  nowMs: number,
): Promise<ReadonlyMap<AttemptName, AttemptCount>> {
  const byKey = new Map(names.map((name) => [keyOf(tx, name), name]));
  const { rows } = await tx.client.query(
    `insert into sign_in_attempts as a (key, failures, last_at)
     select key, 0, $2 from unnest($1::text[]) key order by key
     on conflict (key) do update set last_at = a.last_at
     returning key, failures, waits_until, last_at`,
    [[...byKey.keys()], new Date(nowMs)],
  );
  const counts = new Map<AttemptName, AttemptCount>();
  for (const { key, failures, waits_until: waitsUntil, last_at: lastAt } of rows) {
    const name = byKey.get(key);
    if (name !== undefined) counts.set(name, { failures, waitsUntil, lastAt });
  }
  return counts;
}

/** Null: the count is over. */
export async function updateSignInAttempts(
  tx: SettingsTransaction,
  counts: ReadonlyMap<AttemptName, AttemptCount | null>,
): Promise<void> {
  const kept = [...counts].flatMap(([name, count]) => (count === null ? [] : [{ key: keyOf(tx, name), ...count }]));
  const over = [...counts].flatMap(([name, count]) => (count === null ? [keyOf(tx, name)] : []));
  await tx.client.query(
    `update sign_in_attempts a set failures = k.failures, waits_until = k.waits_until, last_at = k.last_at
     from unnest($1::text[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) k (key, failures, waits_until, last_at)
     where a.key = k.key`,
    [
      kept.map(({ key }) => key),
      kept.map(({ failures }) => failures),
      kept.map(({ waitsUntil }) => (waitsUntil === null ? null : new Date(waitsUntil))),
      kept.map(({ lastAt }) => new Date(lastAt)),
    ],
  );
  await tx.client.query('delete from sign_in_attempts where key = any($1::text[])', [over]);
}

function keyOf({ secrets }: SettingsTransaction, name: AttemptName): string {
  return createHmac('sha256', secrets.deriveKey('sign-in attempts')).update(name).digest('base64url');
}
