import type { AccountKind } from '../../../domain/book/sums.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export interface NewAccount {
  readonly id: number;
  readonly kind: Exclude<AccountKind, 'external' | 'fees'>;
  readonly ownerId: number;
  readonly currency: string;
  /** Of a debt: the account that pays it. */
  readonly debtOf?: number;
}

/** Accounts begin empty: only transfers change what is in them. */
export async function insertAccounts({ client }: SettingsTransaction, accounts: readonly NewAccount[]): Promise<void> {
  await client.query(
    `insert into accounts (id, kind, owner_id, currency, debt_of)
     select * from unnest($1::int4[], $2::text[], $3::int4[], $4::text[], $5::int4[])`,
    [
      accounts.map(({ id }) => id),
      accounts.map(({ kind }) => kind),
      accounts.map(({ ownerId }) => ownerId),
      accounts.map(({ currency }) => currency),
      accounts.map(({ debtOf = null }) => debtOf),
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
