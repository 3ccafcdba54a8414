import { describe, expect, it } from 'vitest';
import type { Deal } from '../invoices/deal.ts';
import { type Transfer, type TransferKind, transferKinds } from '../ledger/ledger.ts';
import { settlement } from '../money/money.ts';
import { type Changes, noChanges } from '../state/changes.ts';
import { isEnough, type MoneyEffect, ownWords, type Party, requireWord, type Speaker } from './own-word.ts';

const noon = Date.parse('2026-11-14T12:00:00Z');
const effects = Object.keys(ownWords) as MoneyEffect[];
const speakers: readonly Speaker[] = ['maker', 'merchant', 'payer', 'time', 'operator'];

const partyOf = (role: Speaker): Party => ({ role, makerId: null, merchantId: null });
const transfer = (kind: TransferKind): Transfer => ({
  debitId: 1,
  creditId: 2,
  amount: settlement(5n),
  currency: 'USDT',
  kind,
  subjectId: 'deal',
});
const posting = (kind: TransferKind, deal: Partial<Deal> = {}): Changes => {
  const changes = noChanges();
  changes.transfers.push(transfer(kind));
  changes.deals.push({ id: 'deal', status: 'canceled', deadlineAt: noon, ...deal } as Deal);
  return changes;
};
const refuses = (role: Speaker, changes: Changes) => {
  try {
    requireWord(partyOf(role), changes, noon);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'own_word' });
    return true;
  }
};

describe('the table', () => {
  it('has every transfer of the ledger in it', () => {
    expect(Object.keys(transferKinds).filter((kind) => !effects.includes(kind as MoneyEffect))).toEqual([]);
  });

  it('lets no role gain by its own word', () => {
    const selfish = effects.filter((effect) =>
      (['maker', 'merchant'] as const).some((role) => ownWords[effect].gains.includes(role) && isEnough(role, effect)),
    );
    expect(selfish).toEqual([]);
  });

  it('lets a maker say nothing but that the sum asked for came', () => {
    expect(effects.filter((effect) => isEnough('maker', effect))).toEqual([
      'payin_settle',
      'payin_fee',
      'payin_reward',
    ]);
  });
});

describe('a decision', () => {
  it.each(Object.keys(transferKinds) as TransferKind[])(
    'a decision that posts %s needs the word of the table',
    (kind) => {
      for (const role of speakers) expect([role, refuses(role, posting(kind))]).toEqual([role, !isEnough(role, kind)]);
    },
  );

  it('lets every speaker write down what time has decided', () => {
    const ended = { status: 'expired', deadlineAt: noon } as const;
    for (const role of speakers) {
      expect(refuses(role, posting('payin_release', ended))).toBe(false);
      expect(refuses(role, posting('payout_release', ended))).toBe(false);
    }
    expect(refuses('maker', posting('payin_release', { ...ended, deadlineAt: noon + 1 }))).toBe(true);
    expect(refuses('maker', posting('payin_reduce', ended))).toBe(true);
  });

  it('a decision that returns held money or decides a dispute needs an operator', () => {
    const returned = { ...noChanges(), arrivals: [{ status: 'returned' }] } as unknown as Changes;
    const decided = { ...noChanges(), disputeFacts: [{ kind: 'rejected' }] } as unknown as Changes;
    const said = {
      ...noChanges(),
      disputeFacts: [{ kind: 'evidence' }],
      arrivals: [{ status: 'held' }],
    } as unknown as Changes;
    for (const role of speakers) {
      expect([role, refuses(role, returned)]).toEqual([role, role !== 'operator']);
      expect([role, refuses(role, decided)]).toEqual([role, role !== 'operator']);
      expect(refuses(role, said)).toBe(false);
    }
  });
});
