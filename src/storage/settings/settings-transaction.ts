import type pg from 'pg';
import type { SecretBox } from '../secrets/secret-box.ts';

/** What the statements of an act run on: its transaction, and the box that seals and opens what is secret. */
export interface SettingsTransaction {
  readonly client: pg.PoolClient;
  readonly secrets: SecretBox;
}

/**
 * Acts on settings are done one at a time, in all processes: each locks this row first. So what an act has looked at, a
 * login that is free or a currency that is there, stays true until the act is stored, and no two acts can wait for each
 * other. It is the row that the triggers of the catalogue's tables write to anyway. Batches only read it; one that changes
 * have overtaken holds it for a moment (`holdCatalogue`).
 */
export async function lockSettings({ client }: SettingsTransaction): Promise<bigint> {
  const { rows } = await client.query('select version from catalogue_version for no key update');
  return rows[0].version;
}

/** Higher than when it was locked if the act has changed the catalogue. */
export async function readCatalogueVersion({ client }: SettingsTransaction): Promise<bigint> {
  const { rows } = await client.query('select version from catalogue_version');
  return rows[0].version;
}

type Numbered =
  | 'users'
  | 'passkeys'
  | 'saved_views'
  | 'told_channels'
  | 'api_tokens'
  | 'merchants'
  | 'stores'
  | 'makers'
  | 'requisites'
  | 'phones'
  | 'accounts'
  | 'rate_feeds'
  | 'bank_accounts'
  | 'csv_mappings'
  | 'money_stops'
  | 'message_templates';

/** IDs of rows to come, for decisions that have to name them: in the audit log, in the context of a sealed secret. */
export async function takeIds({ client }: SettingsTransaction, table: Numbered, count: number): Promise<number[]> {
  const { rows } = await client.query(
    `select nextval(pg_get_serial_sequence($1, 'id'))::int4 as id from generate_series(1, $2::int4)`,
    [table, count],
  );
  return rows.map(({ id }) => id);
}

export async function takeId(tx: SettingsTransaction, table: Numbered): Promise<number> {
  const [id = 0] = await takeIds(tx, table, 1);
  return id;
}
