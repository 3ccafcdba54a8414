import type { SettingsTransaction } from './settings-transaction.ts';

export interface NewAccount {
  readonly id: number;
  readonly kind: 'store_available' | 'store_frozen' | 'store_excess' | 'maker_available' | 'maker_held';
  readonly ownerId: number;
  readonly currency: string;
}

/** Accounts begin empty: only transfers change what is in them. */
export async function insertAccounts({ client }: SettingsTransaction, accounts: readonly NewAccount[]): Promise<void> {
  await client.query(
    `insert into accounts (id, kind, owner_id, currency)
     select * from unnest($1::int4[], $2::text[], $3::int4[], $4::text[])`,
    [
      accounts.map(({ id }) => id),
      accounts.map(({ kind }) => kind),
      accounts.map(({ ownerId }) => ownerId),
      accounts.map(({ currency }) => currency),
    ],
  );
}

/** The service's own two, where this currency is the first to need them. */
export async function insertServiceAccounts({ client }: SettingsTransaction, currency: string): Promise<void> {
  await client.query(
    `insert into accounts (kind, currency) values ('external', $1), ('fees', $1) on conflict do nothing`,
    [currency],
  );
}
