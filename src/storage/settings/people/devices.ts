import type { SettingsTransaction } from '../settings-transaction.ts';

export interface SeenDevice {
  readonly userId: number;
  readonly deviceHash: string;
  readonly userAgent: string;
  readonly address: string;
  readonly at: number;
}

/** Its ID, if somebody has signed in with it as this user before. */
export async function lockDevice(
  { client }: SettingsTransaction,
  { userId, deviceHash }: Pick<SeenDevice, 'userId' | 'deviceHash'>,
): Promise<number | null> {
  const { rows } = await client.query(
    'select id from devices where user_id = $1 and device_hash = $2 for no key update',
    [userId, deviceHash],
  );
  return rows[0]?.id ?? null;
}

/** `isNews`: the other devices of the user are told of it. */
export async function upsertDevice(
  { client }: SettingsTransaction,
  { userId, deviceHash, userAgent, address, at }: SeenDevice,
  isNews: boolean,
): Promise<number> {
  const { rows } = await client.query(
    `insert into devices (user_id, device_hash, user_agent, address, first_at, last_at, told_until, is_news)
     values ($1, $2, $3, $4, $5, $5, $5, $6)
     on conflict (user_id, device_hash) do update
       set user_agent = excluded.user_agent, address = excluded.address, last_at = excluded.last_at
     returning id`,
    [userId, deviceHash, userAgent, address, new Date(at), isNews],
  );
  return rows[0].id;
}

/** What the device of this session was told up to now is not news to it any more. */
export async function updateTold({ client }: SettingsTransaction, sessionHash: string, atMs: number): Promise<void> {
  await client.query(
    'update devices set told_until = $2 where id = (select device_id from sessions where token_hash = $1)',
    [sessionHash, new Date(atMs)],
  );
}

/** A script that signs in without its cookies is a new device each time: the oldest ones make room. */
const devicesPerUserMax = 100;

export async function deleteOldestDevices({ client }: SettingsTransaction, userId: number): Promise<void> {
  await client.query(
    `delete from devices where id in (
      select id from devices where user_id = $1 order by last_at desc, id desc offset ${devicesPerUserMax}
    )`,
    [userId],
  );
}
