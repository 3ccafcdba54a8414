import { type TransferKind, transferKinds } from '../../src/domain/ledger/ledger.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const causeLaws = {
  cause: 'nothing is stored that no command of the batch decided, and all that one decided is stored',
  power: 'a command moves only the money it is there to move',
  request: 'nothing is created that nobody asked for, and one request has one effect',
  code: 'a two-factor code works once',
} as const;

/** Any act on an invoice writes down first what time has decided about it. */
const expiring = ['payin_release', 'payout_release', 'excess_back'] as const;
const settling = ['payin_extend', 'payin_reduce', 'payin_settle', 'payin_fee', 'payin_reward', 'payin_excess'] as const;
const paying = ['payout_pay', 'payout_fee', 'payout_reward', 'excess_rest'] as const;
const reversing = ['payout_reverse', 'payout_fee_reverse', 'payout_reward_reverse', 'excess_rest_reverse'] as const;
const all = Object.keys(transferKinds) as TransferKind[];

const powers: Readonly<Record<string, readonly TransferKind[]>> = {
  'create-payin': ['payin_hold', ...expiring],
  'create-payout': ['payout_freeze', ...expiring],
  'ask-refund': [],
  'cancel-refund': [],
  'fill-refund': ['payout_freeze', 'excess_return'],
  'keep-excess': ['excess_keep', 'excess_fee', 'excess_reward'],
  'start-deal': ['payin_hold', ...expiring],
  'confirm-transfer': expiring,
  'cancel-invoice': expiring,
  'expire-invoice': expiring,
  'take-payout': expiring,
  'give-back-payout': expiring,
  'prove-payout': expiring,
  'open-dispute': expiring,
  'claim-payment': expiring,
  'add-evidence': [],
  'settle-deal': [...settling, ...paying, ...expiring],
  // Its deal has a transfer confirmed: time has decided nothing about it, and what it gives back is the maker's.
  'reject-transfer': ['payin_release'],
  'record-arrival': [...settling, ...expiring],
  'resolve-arrival': [...settling, 'payin_rehold', ...expiring],
  'confirm-payout': [...paying, ...expiring],
  'credit-payout': paying,
  'payout-not-paid': [...reversing, 'payout_freeze', 'maker_loss', 'store_loss', ...expiring],
  'decide-dispute': [
    ...all.filter((kind) => /^(payin|payout|correction)_/.test(kind) && kind !== 'payin_hold'),
    ...(['excess_back', 'excess_rest', 'excess_rest_reverse', 'maker_loss', 'store_loss'] as const),
  ],
  'request-withdrawal': ['withdrawal_freeze'],
  'approve-withdrawal': [],
  'send-withdrawal': ['withdrawal_send', 'withdrawal_fee'],
  'reject-withdrawal': ['withdrawal_release'],
  'top-up': ['top_up'],
  'pay-back': ['pay_back'],
};

/** Everything stored has its cause: a command decided it, and it is of the kind that the command is there for. */
export class CauseLaws implements Law {
  committed({ changes, decisions }: Commit): void {
    const decided = new Set<object>();
    for (const { command, changes: wanted } of decisions) {
      const power = powers[command] ?? [];
      for (const transfer of wanted.transfers) {
        // Whatever credits who owes pays the debt.
        const isAllowed = transfer.kind === 'debt_pay' || power.includes(transfer.kind);
        mustHold(isAllowed, causeLaws.power, transfer.subjectId, () => `${command} posts ${transfer.kind}`);
        decided.add(transfer);
      }
      for (const notification of wanted.notifications) decided.add(notification);
      for (const fact of wanted.disputeFacts) decided.add(fact);
    }
    const stored = [...changes.transfers.added, ...changes.notifications.added, ...changes.disputeFacts.added];
    for (const one of stored) mustHold(decided.has(one), causeLaws.cause, 'batch', () => describe(one));
    mustHold(stored.length === decided.size, causeLaws.cause, 'batch', () => {
      return `${decided.size} things were decided, ${stored.length} stored`;
    });
  }
}

function describe(one: object): string {
  const { kind, subjectId } = one as { kind?: string; subjectId?: string };
  return `${kind ?? 'a notification'} ${subjectId ?? ''} comes from nowhere`;
}

/** What somebody wants once, however often they ask. */
export interface Intent {
  /** `always`: one thing at most. `while open`: another only after the first has ended. `each time`: as often as asked. */
  readonly once: 'always' | 'while open' | 'each time';
  readonly stored: string[];
  /** For a withdrawal: whose code of which step opened it. */
  readonly code?: { readonly merchantId: number; readonly step: number };
}

/** Requests of people and their outcomes. */
export class IntentLaws implements Law {
  readonly #intents = new Map<string, Intent>();
  readonly #usedCodes = new Map<string, string>();

  /** Somebody asks; what is created for it will carry this ID. */
  asked(id: string, intent: Intent): void {
    this.#intents.set(id, intent);
  }

  committed({ store, changes }: Commit): void {
    for (const { id } of changes.invoices.added) {
      this.#created(id, (earlier) => store.invoices.get(earlier)?.status !== 'new');
    }
    for (const { id } of changes.withdrawals.added) {
      const intent = this.#created(id, () => false);
      const code = `${intent.code?.merchantId} ${intent.code?.step}`;
      const other = this.#usedCodes.get(code);
      mustHold(other === undefined, causeLaws.code, id, () => `merchant and step ${code} also opened ${other}`);
      this.#usedCodes.set(code, id);
    }
  }

  #created(id: string, hasEnded: (earlierId: string) => boolean): Intent {
    const intent = this.#intents.get(id);
    if (intent === undefined) {
      mustHold(false, causeLaws.request, id, () => 'nobody asked for it');
      throw new Error('not reached');
    }
    const { once, stored } = intent;
    const isAllowed = once === 'each time' || stored.length === 0 || (once === 'while open' && stored.every(hasEnded));
    mustHold(
      isAllowed,
      causeLaws.request,
      id,
      () => `asked for ${once === 'always' ? 'once' : 'once while open'}, also ${stored.join(', ')}`,
    );
    stored.push(id);
    return intent;
  }
}
