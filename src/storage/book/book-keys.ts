import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { publicKeyOfSeed } from '../../domain/book/page-header.ts';
import { bookKeyContext } from '../secrets/sealed-columns.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

export interface BookKeys {
  /** Places and salts the leaves of balances. */
  readonly placeKey: Buffer;
  /** Pairs that sign headers, the newest last. */
  readonly signing: readonly { readonly publicKey: Buffer; readonly seed: Buffer }[];
}

const keyBytes = 32;

/** The keys of the book. They are made with the first page, by the one process that seals. */
export async function openBookKeys(client: pg.ClientBase, secrets: SecretBox, at: number): Promise<BookKeys> {
  const found = await readBookKeys(client, secrets);
  if (found !== null) return found;
  const [placeKey, seed] = [randomBytes(keyBytes), randomBytes(keyBytes)];
  await addBookKey(client, secrets, { purpose: 'place', secret: placeKey, at });
  await addBookKey(client, secrets, { purpose: 'sign', secret: seed, at });
  return { placeKey, signing: [{ publicKey: publicKeyOfSeed(seed), seed }] };
}

/** Null before the first page. */
export async function readBookKeys(client: pg.ClientBase, secrets: SecretBox): Promise<BookKeys | null> {
  const { rows } = await client.query(`select id, purpose, public_key, secret from book_keys order by id`);
  const open = (row: { id: number; secret: Buffer }) =>
    Buffer.from(secrets.open(row.secret, bookKeyContext(row.id)), 'hex');
  const place = rows.find(({ purpose }) => purpose === 'place');
  if (place === undefined) return null;
  return {
    placeKey: open(place),
    signing: rows
      .filter(({ purpose }) => purpose === 'sign')
      .map((row) => ({ publicKey: row.public_key as Buffer, seed: open(row) })),
  };
}

/** A new key; a pair that signs is announced by the next page, and signs those after it. */
export async function addBookKey(
  client: pg.ClientBase,
  secrets: SecretBox,
  { purpose, secret, at }: { readonly purpose: 'sign' | 'place'; readonly secret: Buffer; readonly at: number },
): Promise<void> {
  const { rows } = await client.query(`select nextval(pg_get_serial_sequence('book_keys', 'id'))::int as id`);
  const { id } = rows[0];
  await client.query(
    'insert into book_keys (id, purpose, public_key, secret, created_at) values ($1, $2, $3, $4, $5)',
    [
      id,
      purpose,
      purpose === 'sign' ? publicKeyOfSeed(secret) : null,
      secrets.seal(secret.toString('hex'), bookKeyContext(id)),
      new Date(at),
    ],
  );
}
