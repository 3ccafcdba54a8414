import type pg from 'pg';
import { type PasskeyChallenge, passkeyPurposes } from '../../../domain/people/passkeys.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bytes, count8, instant, int4, oneOf, text, textList } from '../../rows/codec.ts';
import { defineRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const passkeys = defineRecord({
  table: 'passkeys',
  columns: {
    id: int4,
    userId: int4,
    name: text,
    counter: count8,
    createdAt: instant,
    lastUsedAt: instant.orNull,
    suspectedAt: instant.orNull,
  },
  hidden: { credentialId: text, publicKey: bytes, transports: textList(), rpId: text },
});

/** By what a signature of a passkey is checked. */
export interface PasskeyKey {
  readonly id: number;
  readonly userId: number;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly rpId: string;
  /** How the passkey names its person. */
  readonly handle: string;
}

export async function findPasskeyKey(pool: pg.Pool, credentialId: string): Promise<PasskeyKey | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'find-passkey-key',
      text: `select p.id, p.user_id, p.public_key, p.rp_id, u.handle from passkeys p join users u on u.id = p.user_id
        where p.credential_id = $1`,
      values: [credentialId],
    }),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { id, user_id: userId, public_key: publicKey, rp_id: rpId, handle } = row;
  return { id, userId, publicKey: new Uint8Array(publicKey), rpId, handle };
}

interface NewPasskey {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly rpId: string;
  readonly createdAt: number;
}

export async function insertPasskey(tx: SettingsTransaction, passkey: NewPasskey): Promise<void> {
  await passkeys.insert(tx, { ...passkey, publicKey: Buffer.from(passkey.publicKey) });
}

/** From now on it opens nothing. */
export async function updatePasskeySuspected({ client }: SettingsTransaction, id: number, atMs: number): Promise<void> {
  await client.query('update passkeys set suspected_at = coalesce(suspected_at, $2) where id = $1', [
    id,
    new Date(atMs),
  ]);
}

const challenges = defineRecord({
  table: 'passkey_challenges',
  columns: {
    purpose: oneOf(passkeyPurposes),
    rpId: text,
    sessionHash: text.orNull,
    actHash: text.orNull,
    expiresAt: instant,
  },
  hidden: { challengeHash: text },
});

export async function insertChallenge(
  client: pg.Pool,
  challengeHash: string,
  challenge: PasskeyChallenge,
): Promise<void> {
  await orUnavailable(challenges.insert({ client }, { ...challenge, challengeHash }));
}

/** Of two who come with one challenge, the second waits here and finds none. */
export async function lockChallenge(
  { client }: SettingsTransaction,
  challengeHash: string,
): Promise<PasskeyChallenge | null> {
  return (await challenges.find(client, { challengeHash }, 'for update'))[0] ?? null;
}

/** It was shown: right or wrong, it does not work again. */
export async function deleteChallenge(tx: SettingsTransaction, challengeHash: string): Promise<void> {
  await challenges.delete(tx, { challengeHash });
}

const proofs = defineRecord({
  table: 'passkey_proofs',
  columns: { sessionHash: text, actHash: text, at: instant.from('proved_at') },
});

/** In this session the person has agreed to this request. */
export async function insertProof(
  tx: SettingsTransaction,
  proof: { readonly sessionHash: string; readonly actHash: string; readonly at: number },
): Promise<void> {
  await proofs.put(tx, ['sessionHash', 'actHash'], proof);
}

export async function isProved(
  pool: pg.Pool,
  asked: { readonly sessionHash: string; readonly actHash: string; readonly since: number },
): Promise<boolean> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'is-proved',
      text: 'select 1 from passkey_proofs where session_hash = $1 and act_hash = $2 and proved_at > $3',
      values: [asked.sessionHash, asked.actHash, new Date(asked.since)],
    }),
  );
  return rows.length > 0;
}
