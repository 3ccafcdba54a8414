import { moveFunds } from '../commands/ledger/move-funds.ts';
import type { Maker } from '../domain/makers/maker.ts';
import type { ByWhom } from '../domain/people/audit.ts';
import { type CliSession, submit } from './session.ts';

/** Adds to a maker's balance what the maker has deposited, and says what it is then. The same ID twice is one deposit. */
export async function depositOf(
  session: CliSession,
  maker: Maker,
  { id, amount }: { readonly id: string; readonly amount: string },
  { actor, reason, at }: ByWhom,
): Promise<bigint> {
  const owner = { kind: 'maker', id: String(maker.id) } as const;
  const { availableId, settlementCurrency: currency } = maker;
  const deposit = { kind: 'top_up', id, owner, availableId, currency, amount, actor, reason, askedAt: at } as const;
  return await submit(session, () => moveFunds(deposit));
}
