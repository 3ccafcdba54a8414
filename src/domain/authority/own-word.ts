import { AppError } from '../../errors/app-error.ts';
import type { Transfer, TransferKind } from '../ledger/ledger.ts';
import type { Actor, Role } from '../people/audit.ts';
import type { Changes } from '../state/changes.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * No party gains by its own word. The table says for each effect on money who gains by it, whose word is enough, and who else has
 * agreed before. The engine checks every decision against it, so a new command or a forgotten check in an old one cannot pay its
 * own speaker.
 *
 * A merchant's program speaks as `merchant`; a caller with an invoice's ID speaks as `payer`; `time` is a deadline that has passed.
 * A message of a maker's phone, and a file that a maker brings in, is that maker's word: the owner of the phone knows every balance
 * and can write a message that fits. Balances guard against payers.
 */
export type Speaker = Role | 'payer' | 'time';

export interface Party {
  readonly role: Speaker;
  readonly makerId: Actor['makerId'];
  readonly merchantId: Actor['merchantId'];
  readonly token?: Actor['token'];
}

const nobodys = { makerId: null, merchantId: null } as const;
export const merchantParty: Party = { role: 'merchant', ...nobodys };
export const payerParty: Party = { role: 'payer', ...nobodys };
export const timeParty: Party = { role: 'time', ...nobodys };

/** An effect of a decision on money: a transfer of the ledger, or a verdict that decides about money without moving any. */
export type MoneyEffect = TransferKind | 'refund_freeze' | 'arrival_returned' | 'dispute_decided';

interface Word {
  /** `nobody`: funds are set aside for somebody, or go back to their owner before anybody had a claim to them. */
  readonly gains: 'maker' | 'merchant' | 'maker or merchant' | 'service' | 'nobody';
  readonly enough: readonly Speaker[];
  readonly agreedBefore: string;
}

const nobodyElse = 'nobody';

export const ownWords: Readonly<Record<MoneyEffect, Word>> = {
  top_up: { gains: 'maker or merchant', enough: ['operator'], agreedBefore: nobodyElse },
  pay_back: { gains: 'maker', enough: ['operator'], agreedBefore: nobodyElse },

  payin_hold: {
    gains: 'nobody',
    enough: ['payer', 'merchant', 'operator'],
    agreedBefore: 'the maker, whose requisite is on',
  },
  // A payer or shop that gives up, a deadline, or an operator who finds that no money came: never the maker, who may have got it.
  payin_release: { gains: 'maker', enough: ['time', 'payer', 'merchant', 'operator'], agreedBefore: nobodyElse },
  payin_settle: {
    gains: 'merchant',
    enough: ['maker', 'operator'],
    agreedBefore: 'the merchant, who asked for the sum',
  },
  payin_fee: {
    gains: 'service',
    enough: ['maker', 'operator'],
    agreedBefore: 'the merchant, by the store’s fee',
  },
  // A part of the fee. A maker who says that the money came gives the whole hold for it, and would keep all of it by silence.
  payin_reward: {
    gains: 'nobody',
    enough: ['maker', 'operator'],
    agreedBefore: 'operators, by the maker’s reward',
  },
  // Another sum than was asked for, or after the deal had ended: a maker's report is an arrival, held for an operator. Only an
  // operator decides it, within the store's policy: the store takes less, or lets the payer send the rest.
  payin_reduce: {
    gains: 'maker',
    enough: ['operator'],
    agreedBefore: 'the maker, who reports the sum; the merchant, by the store’s policy',
  },
  payin_extend: { gains: 'merchant', enough: ['operator'], agreedBefore: 'the maker, who reports the sum' },
  // It is the payer's. A maker whose word were enough could, with a friend as the payer, let the store pay for returns.
  payin_excess: { gains: 'nobody', enough: ['operator'], agreedBefore: 'the merchant, by the store’s policy' },
  payin_rehold: {
    gains: 'merchant',
    enough: ['operator'],
    agreedBefore: 'the maker, who reports the money, or a claim',
  },

  // An operator freezes again what a payout needs that goes back into the pool.
  payout_freeze: { gains: 'nobody', enough: ['merchant', 'operator'], agreedBefore: nobodyElse },
  // The payer says where a refund goes, and so its payout is frozen.
  refund_freeze: {
    gains: 'nobody',
    enough: ['payer'],
    agreedBefore: 'the merchant, or an operator and a second person, who asked for the refund',
  },
  payout_release: { gains: 'nobody', enough: ['time', 'merchant', 'operator'], agreedBefore: nobodyElse },
  // Time: no objection to the maker's proof came while it was held.
  payout_pay: {
    gains: 'maker',
    enough: ['merchant', 'operator', 'time'],
    agreedBefore: 'the maker, who shows the proof',
  },
  payout_fee: {
    gains: 'service',
    enough: ['merchant', 'operator', 'time'],
    agreedBefore: 'the merchant, by the store’s fee',
  },
  payout_reward: {
    gains: 'maker',
    enough: ['merchant', 'operator', 'time'],
    agreedBefore: 'operators, by the maker’s reward',
  },

  payout_reverse: { gains: 'merchant', enough: ['operator'], agreedBefore: nobodyElse },
  payout_fee_reverse: { gains: 'merchant', enough: ['operator'], agreedBefore: nobodyElse },
  payout_reward_reverse: { gains: 'merchant', enough: ['operator'], agreedBefore: nobodyElse },

  withdrawal_freeze: { gains: 'nobody', enough: ['merchant'], agreedBefore: nobodyElse },
  withdrawal_release: { gains: 'nobody', enough: ['operator'], agreedBefore: nobodyElse },
  withdrawal_send: { gains: 'merchant', enough: ['operator'], agreedBefore: 'as many people as approvalsNeeded says' },
  withdrawal_fee: { gains: 'service', enough: ['operator'], agreedBefore: 'the merchant, by the store’s fee' },

  correction_sum: { gains: 'maker or merchant', enough: ['operator'], agreedBefore: 'the one who opened the dispute' },
  correction_fee: { gains: 'service', enough: ['operator'], agreedBefore: 'the one who opened the dispute' },
  correction_reward: { gains: 'maker', enough: ['operator'], agreedBefore: 'the one who opened the dispute' },
  correction_excess: { gains: 'maker', enough: ['operator'], agreedBefore: 'the one who opened the dispute' },

  // Frozen for the payout in the same act, as for any refund.
  excess_return: {
    gains: 'nobody',
    enough: ['payer'],
    agreedBefore: 'the merchant, or an operator and a second person, who asked for the return',
  },
  excess_back: { gains: 'nobody', enough: ['time', 'merchant', 'operator'], agreedBefore: nobodyElse },
  // The part of the kept sum that a return did not cost. The speaker gives up what the return did cost, in the same act.
  excess_rest: {
    gains: 'nobody',
    enough: ['merchant', 'operator', 'time'],
    agreedBefore: 'the maker, who shows the proof',
  },
  excess_rest_reverse: { gains: 'nobody', enough: ['operator'], agreedBefore: nobodyElse },
  // A payer's mistaken money is not for the store to take.
  excess_keep: { gains: 'merchant', enough: ['operator'], agreedBefore: nobodyElse },
  excess_fee: { gains: 'service', enough: ['operator'], agreedBefore: 'the merchant, by the store’s fee' },
  excess_reward: { gains: 'maker', enough: ['operator'], agreedBefore: 'operators, by the maker’s reward' },

  // The service pays for the party that gains by the decision that needs it.
  maker_loss: { gains: 'merchant', enough: ['operator'], agreedBefore: 'a second person' },
  store_loss: { gains: 'maker', enough: ['operator'], agreedBefore: 'a second person' },
  // It needs no word: it follows from each credit to a debtor.
  debt_pay: { gains: 'service', enough: [], agreedBefore: 'operators, by the loss' },

  // The maker keeps a payer's money, or claims to have sent it back.
  arrival_returned: { gains: 'maker', enough: ['operator'], agreedBefore: nobodyElse },
  dispute_decided: { gains: 'maker or merchant', enough: ['operator'], agreedBefore: nobodyElse },
};

/** Refuses a decision whose speaker's word is not enough for all that it does. */
export function requireWord(party: Party, changes: Changes, now: Instant): void {
  for (const transfer of changes.transfers) {
    // Every act writes down first what time has decided; that is not the actor's word.
    if (timeDecided(transfer, changes, now)) continue;
    require(party.role, effectOf(transfer, changes));
  }
  if (changes.arrivals.some(({ status }) => status === 'returned')) require(party.role, 'arrival_returned');
  if (changes.disputeFacts.some(({ kind }) => kind === 'accepted' || kind === 'rejected')) {
    require(party.role, 'dispute_decided');
  }
}

/** Another party may freeze the payout of a refund than a payout of a shop. Its first deal carries the payout's own ID. */
function effectOf({ kind, subjectId }: Transfer, { refunds }: Changes): MoneyEffect {
  const isOfRefund = kind === 'payout_freeze' && refunds.some(({ payoutId }) => payoutId === subjectId);
  return isOfRefund ? 'refund_freeze' : kind;
}

export function isEnough(speaker: Speaker, effect: MoneyEffect): boolean {
  return ownWords[effect].enough.includes(speaker);
}

function require(speaker: Speaker, effect: MoneyEffect): void {
  if (!isEnough(speaker, effect)) throw new AppError('own_word', { who: ownWords[effect].enough.join(', ') });
}

/** A deal ran out of time, and what was set aside for it goes back. */
function timeDecided({ kind, subjectId }: Transfer, { deals, invoices }: Changes, now: Instant): boolean {
  if (kind === 'excess_back') {
    return invoices.some(({ id, status, expireAt }) => id === subjectId && status === 'expired' && expireAt <= now);
  }
  if (kind !== 'payin_release' && kind !== 'payout_release') return false;
  return deals.some(({ id, status, deadlineAt }) => id === subjectId && status === 'expired' && deadlineAt <= now);
}
