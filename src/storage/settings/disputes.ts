import { claimOf, claimsRememberedMs, type KnownClaim } from '../../domain/claimants.ts';
import type { DisputeRules } from '../../domain/dispute-clock.ts';
import type { DisputeBlock } from '../../domain/maker.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { Cells } from '../connection.ts';
import { dealClaims, disputeOpenedAt } from '../rows/claim-rows.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const selectDisputeRules = `select remind_minutes, answer_minutes, open_max, payer_claims_max,
  store_claims_max, payout_minutes from dispute_rules`;

export function decodeDisputeRules([
  remindMinutes,
  answerMinutes,
  openMax,
  payerClaimsMax,
  storeClaimsMax,
  payoutMinutes,
]: Cells): DisputeRules {
  return { remindMinutes, answerMinutes, openMax, payerClaimsMax, storeClaimsMax, payoutMinutes };
}

export async function lockDisputeRules({ client }: SettingsTransaction): Promise<DisputeRules> {
  const { rows } = await client.query({ text: `${selectDisputeRules} for no key update`, rowMode: 'array' });
  return decodeDisputeRules(rows[0] as Cells);
}

export async function updateDisputeRules({ client }: SettingsTransaction, rules: DisputeRules): Promise<void> {
  await client.query(
    `update dispute_rules set remind_minutes = $1, answer_minutes = $2, open_max = $3, payer_claims_max = $4,
       store_claims_max = $5, payout_minutes = $6`,
    [
      rules.remindMinutes,
      rules.answerMinutes,
      rules.openMax,
      rules.payerClaimsMax,
      rules.storeClaimsMax,
      rules.payoutMinutes,
    ],
  );
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
  { client }: SettingsTransaction,
  makerId: number,
  now: Instant,
): Promise<FoundClaims | null> {
  const maker = await client.query('select dispute_block from makers where id = $1 for no key update', [makerId]);
  if (maker.rows[0] === undefined) return null;
  const claims = async (where: string, values: readonly unknown[]) => {
    const text = `select ${claimed.list} from (select d.id, d.status, d.dispute, i.store_id, i.user_id
      from only deals d join only invoices i on i.id = d.invoice_id where ${where}) c`;
    const { rows } = await client.query({ text, values: [...values], rowMode: 'array' });
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
  return { open, decided, block: maker.rows[0].dispute_block };
}

export async function updateDisputeBlock(
  { client }: SettingsTransaction,
  { makerId, block }: { readonly makerId: number; readonly block: DisputeBlock | null },
): Promise<void> {
  await client.query('update makers set dispute_block = $2 where id = $1', [makerId, block]);
}
