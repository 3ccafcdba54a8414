import type { DisputeBlock, DisputeRules, OpenDisputes } from '../../domain/dispute-clock.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { Cells } from '../connection.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const selectDisputeRules = 'select remind_minutes, answer_minutes, open_max from dispute_rules';

export function decodeDisputeRules([remindMinutes, answerMinutes, openMax]: Cells): DisputeRules {
  return { remindMinutes, answerMinutes, openMax };
}

export async function lockDisputeRules({ client }: SettingsTransaction): Promise<DisputeRules> {
  const { rows } = await client.query({ text: `${selectDisputeRules} for no key update`, rowMode: 'array' });
  return decodeDisputeRules(rows[0] as Cells);
}

export async function updateDisputeRules({ client }: SettingsTransaction, rules: DisputeRules): Promise<void> {
  await client.query('update dispute_rules set remind_minutes = $1, answer_minutes = $2, open_max = $3', [
    rules.remindMinutes,
    rules.answerMinutes,
    rules.openMax,
  ]);
}

/** A dispute that its maker has not answered; `d` is the deal. */
export const isUnanswered = `(d.maker_id is not null and d.dispute -> 'answer' is null)`;
export const disputeOpenedAt = "((d.dispute ->> 'openedAt')::int8)";
/** It has been open for so many minutes. A month of them is more milliseconds than an integer of four bytes holds. */
export const isOpenFor = (minutes: string, now: string) =>
  `${disputeOpenedAt} <= ${now}::int8 - ${minutes} * 60000::int8`;

/** What is open against a maker, and what was found before; the maker is locked. */
export async function lockOpenDisputes(
  { client }: SettingsTransaction,
  makerId: number,
  now: Instant,
): Promise<(OpenDisputes & { readonly block: DisputeBlock | null }) | null> {
  const maker = await client.query('select dispute_block from makers where id = $1 for no key update', [makerId]);
  if (maker.rows[0] === undefined) return null;
  const { rows } = await client.query(
    `select count(*)::int4 as open, (count(*) filter (where ${isUnanswered} and r.answer_minutes > 0
       and ${isOpenFor('r.answer_minutes', '$2')}))::int4 as unanswered
     from only deals d cross join dispute_rules r where d.status = 'dispute' and d.maker_id = $1`,
    [makerId, now],
  );
  return { ...rows[0], block: maker.rows[0].dispute_block };
}

export async function updateDisputeBlock(
  { client }: SettingsTransaction,
  { makerId, block }: { readonly makerId: number; readonly block: DisputeBlock | null },
): Promise<void> {
  await client.query('update makers set dispute_block = $2 where id = $1', [makerId, block]);
}
