import type pg from 'pg';
import type { Passkey, PasskeyChallenge } from '../../domain/passkeys.ts';
import { orUnavailable } from '../database-errors.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const passkeyColumns = 'id, user_id, name, counter::float8 as counter, created_at, last_used_at, suspected_at';

interface PasskeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly counter: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly suspected_at: number | null;
}

export function decodePasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    counter: row.counter,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    suspectedAt: row.suspected_at,
  };
}

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

export async function lockPasskey({ client }: SettingsTransaction, passkeyId: number): Promise<Passkey | null> {
  const { rows } = await client.query(`select ${passkeyColumns} from passkeys where id = $1 for no key update`, [
    passkeyId,
  ]);
  return rows[0] === undefined ? null : decodePasskey(rows[0]);
}

export async function isCredentialKnown({ client }: SettingsTransaction, credentialId: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from passkeys where credential_id = $1', [credentialId]);
  return rows.length > 0;
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

export async function insertPasskey({ client }: SettingsTransaction, passkey: NewPasskey): Promise<void> {
  await client.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.rpId,
      passkey.name,
      new Date(passkey.createdAt),
    ],
  );
}

export async function updatePasskeyName({ client }: SettingsTransaction, id: number, name: string): Promise<void> {
  await client.query('update passkeys set name = $2 where id = $1', [id, name]);
}

export async function updatePasskeyUsed(
  { client }: SettingsTransaction,
  id: number,
  used: { readonly counter: number; readonly at: number },
): Promise<void> {
  await client.query('update passkeys set counter = $2, last_used_at = $3 where id = $1', [
    id,
    used.counter,
    new Date(used.at),
  ]);
}

/** From now on it opens nothing. */
export async function updatePasskeySuspected({ client }: SettingsTransaction, id: number, atMs: number): Promise<void> {
  await client.query('update passkeys set suspected_at = coalesce(suspected_at, $2) where id = $1', [
    id,
    new Date(atMs),
  ]);
}

export async function deletePasskey({ client }: SettingsTransaction, id: number): Promise<void> {
  await client.query('delete from passkeys where id = $1', [id]);
}

/** All of a user's. */
export async function deletePasskeys({ client }: SettingsTransaction, userId: number): Promise<void> {
  await client.query('delete from passkeys where user_id = $1', [userId]);
}

export async function insertChallenge(pool: pg.Pool, hash: string, challenge: PasskeyChallenge): Promise<void> {
  await orUnavailable(
    pool.query(
      `insert into passkey_challenges (challenge_hash, purpose, rp_id, session_hash, act_hash, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        hash,
        challenge.purpose,
        challenge.rpId,
        challenge.sessionHash,
        challenge.actHash,
        new Date(challenge.expiresAt),
      ],
    ),
  );
}

/** Of two who come with one challenge, the second waits here and finds none. */
export async function lockChallenge({ client }: SettingsTransaction, hash: string): Promise<PasskeyChallenge | null> {
  const { rows } = await client.query(
    `select purpose, rp_id, session_hash, act_hash, expires_at from passkey_challenges
     where challenge_hash = $1 for update`,
    [hash],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    purpose: row.purpose,
    rpId: row.rp_id,
    sessionHash: row.session_hash,
    actHash: row.act_hash,
    expiresAt: row.expires_at,
  };
}

/** It was shown: right or wrong, it does not work again. */
export async function deleteChallenge({ client }: SettingsTransaction, hash: string): Promise<void> {
  await client.query('delete from passkey_challenges where challenge_hash = $1', [hash]);
}

/** In this session the person has agreed to this request. */
export async function insertProof(
  { client }: SettingsTransaction,
  proof: { readonly sessionHash: string; readonly actHash: string; readonly at: number },
): Promise<void> {
  await client.query(
    `insert into passkey_proofs (session_hash, act_hash, proved_at) values ($1, $2, $3)
     on conflict (session_hash, act_hash) do update set proved_at = excluded.proved_at`,
    [proof.sessionHash, proof.actHash, new Date(proof.at)],
  );
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
