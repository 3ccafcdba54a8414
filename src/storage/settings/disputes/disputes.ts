import { claimOf, claimsRememberedMs, type KnownClaim } from '../../../domain/disputes/claimants.ts';
import { type DisputeRules, disputeFields } from '../../../domain/disputes/dispute-clock.ts';
import type { DisputeBlock } from '../../../domain/makers/maker.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { dealClaims, disputeOpenedAt } from '../../rows/claim-rows.ts';
import { bool } from '../../rows/codec.ts';
import { makers } from '../makers/makers.ts';
import { defineRecord, sure } from '../record.ts';
import { settingColumns } from '../setting-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** One row, whose ID is true. */
export const disputeRules = defineRecord({
  table: 'dispute_rules',
  columns: settingColumns(disputeFields),
  hidden: { id: bool },
});

export async function lockDisputeRules(tx: SettingsTransaction): Promise<DisputeRules> {
  return sure(await disputeRules.lock(tx, { id: true }));
}

/** A dispute that its maker has not answered; `d` is the deal. */
export const isUnanswered = `(d.maker_id is not null and d.dispute -> 'answer' is null)`;
/** It has been open for so many minutes. A month of them is more milliseconds than an integer of four bytes holds. */
export const isOpenFor = (minutes: string, now: string) =>
  `${disputeOpenedAt} <= ${now}::int8 - ${minutes} * 60000::int8`;

const claimed = dealClaims('c');

interface FoundClaims {
  /** Open against the maker and not answered, the oldest first. */
  readonly open: readonly KnownClaim[];
  /** Of the same stores, and decided lately. */
  readonly decided: readonly KnownClaim[];
  readonly block: DisputeBlock | null;
}

/** What is claimed against a maker, what became of other claims of the same stores, and what was found before; the maker is locked. */
export async function lockOpenDisputes(
  tx: SettingsTransaction,
  makerId: number,
  now: Instant,
): Promise<FoundClaims | null> {
  const maker = await makers.lock(tx, { id: makerId });
  if (maker === null) return null;
  const claims = async (where: string, values: readonly unknown[]) => {
    const text = `select ${claimed.list} from (select d.id, d.status, d.dispute, i.store_id, i.user_id
      from only deals d join only invoices i on i.id = d.invoice_id where ${where}) c`;
    const { rows } = await tx.client.query({ text, values: [...values], rowMode: 'array' });
    return rows.flatMap((cells) => {
      const row = claimed.decode(cells);
      return claimOf(row, row) ?? [];
    });
  };
  const open = await claims(
    `d.status = 'dispute' and d.maker_id = $1 and ${isUnanswered} order by ${disputeOpenedAt}, d.id`,
    [makerId],
  );
  const storeIds = [...new Set(open.map(({ storeId }) => storeId))];
  const decided = await claims(
    `d.dispute is not null and d.status <> 'dispute' and ${disputeOpenedAt} > $1::int8 and i.store_id = any($2::int4[])`,
    [now - claimsRememberedMs, storeIds],
  );
  return { open, decided, block: maker.disputeBlock };
}
