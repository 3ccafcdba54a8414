import type { RoutingChange } from '../../../domain/payins/routing.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { readTroubledBanks, readWeights } from '../../reads/payins/routing-reads.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export async function lockRouting({ client }: SettingsTransaction) {
  return { weights: await readWeights(client), troubled: await readTroubledBanks(client) };
}

/** Each statement raises the catalogue's version: none is run for nothing. */
export async function updateRouting(
  { client }: SettingsTransaction,
  { weights, freed, troubled, recovered, at }: RoutingChange & { readonly at: Instant },
): Promise<void> {
  if (weights.length > 0) {
    await client.query(
      `insert into requisite_weights (requisite_id, weight) select * from unnest($1::int4[], $2::int4[])
       on conflict (requisite_id) do update set weight = excluded.weight`,
      [weights.map(([id]) => id), weights.map(([, weight]) => weight)],
    );
  }
  if (freed.length > 0) await client.query('delete from requisite_weights where requisite_id = any($1)', [freed]);
  if (troubled.length > 0) {
    await client.query(
      `insert into troubled_banks (currency, bank, since) select currency, bank, $3
       from unnest($1::text[], $2::text[]) as t (currency, bank)`,
      [troubled.map(({ currency }) => currency), troubled.map(({ bank }) => bank), new Date(at)],
    );
  }
  if (recovered.length > 0) {
    await client.query(
      `delete from troubled_banks
       where (currency, bank) in (select * from unnest($1::text[], $2::text[]))`,
      [recovered.map(({ currency }) => currency), recovered.map(({ bank }) => bank)],
    );
  }
}
