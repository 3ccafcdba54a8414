import fc from 'fast-check';
import { openDispute } from '../../../src/commands/disputes/open-dispute.ts';
import { cancelInvoice } from '../../../src/commands/invoices/cancel-invoice.ts';
import { confirmTransfer } from '../../../src/commands/invoices/confirm-transfer.ts';
import { expireInvoice } from '../../../src/commands/invoices/expire-invoice.ts';
import { rejectTransfer } from '../../../src/commands/invoices/reject-transfer.ts';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { createPayin } from '../../../src/commands/payins/create-payin.ts';
import { startDeal } from '../../../src/commands/payins/start-deal.ts';
import { createPayout } from '../../../src/commands/payouts/create-payout.ts';
import { requestWithdrawal } from '../../../src/commands/withdrawals/request-withdrawal.ts';
import { type Deal, isActive } from '../../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../../src/domain/invoices/invoice.ts';
import { fiat, formatAmount } from '../../../src/domain/money/money.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { AppError } from '../../../src/errors/app-error.ts';
import { demoAccounts } from '../../../src/storage/settings/sandbox/demo-world.ts';
import { asAsked, byService } from '../../support/people.ts';
import { newId, payinRequest, payoutRequest, receipt, withdrawalRequest } from '../support/requests.ts';
import { codeAt, wrongCodeAt } from '../support/totp.ts';
import type { Action, Outcome } from './model.ts';
import { type ModelInvoice, present, type State } from './state.ts';
import { amounts, payoutAmounts, wishes } from './world.ts';

/** An act before it is known what there is to act on. */
type Draft = (state: State) => Action | null;

/** A failing sequence is printed by these names. */
function draft(name: string, make: Draft): Draft {
  return Object.assign(make, { [fc.toStringMethod]: () => name });
}

const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const anyStore = oneOf([1, 1, 1, 2]);
const anyInternalId = oneOf([null, null, 'a', 'b']);
/** Which invoice, counted from the newest: with newer ones more can happen. */
const anyInvoice = oneOf([0, 0, 0, 1, 1, 2, 3, 4, 6, 9]);

function onInvoice(name: string, back: number, make: (invoice: ModelInvoice) => Action | null): Draft {
  return draft(`${name} of the invoice ${back} back`, (state) => {
    const invoice = [...state.invoices.values()].at(-1 - back);
    return invoice === undefined ? null : make(invoice);
  });
}

const payin = fc
  .record({
    store: anyStore,
    amount: oneOf(amounts),
    internalId: anyInternalId,
    start: oneOf([true, true, false]),
    wish: oneOf(wishes),
  })
  .map((fields) => draft(`payin ${fc.stringify(fields)}`, () => ({ kind: 'payin', id: newId(), ...fields })));

const payout = fc
  .record({ store: anyStore, amount: oneOf(payoutAmounts), internalId: anyInternalId })
  .map((fields) => draft(`payout ${fc.stringify(fields)}`, () => ({ kind: 'payout', id: newId(), ...fields })));

const start = fc.tuple(anyInvoice, oneOf(wishes)).map(([back, wish]) =>
  onInvoice(`start ${fc.stringify(wish)}`, back, ({ id, named }) => ({
    kind: 'start',
    invoiceId: id,
    dealId: newId(),
    wish,
    seen: named,
  })),
);

const confirm = fc
  .tuple(anyInvoice, oneOf([0, 1, 2]))
  .map(([back, number]) =>
    onInvoice(`confirm ${number}`, back, ({ id }) => ({ kind: 'confirm', invoiceId: id, receipt: number })),
  );

const plain = fc
  .tuple(anyInvoice, oneOf(['cancel', 'expire'] as const))
  .map(([back, kind]) => onInvoice(kind, back, ({ id }) => ({ kind, invoiceId: id })));

const dispute = fc
  .tuple(anyInvoice, oneOf([null, 0, 1, 2]))
  .map(([back, number]) =>
    onInvoice(`dispute ${number}`, back, ({ id }) => ({ kind: 'dispute', invoiceId: id, receipt: number })),
  );

const judge = fc.tuple(anyInvoice, oneOf(['settle', 'settle', 'reject'] as const)).map(([back, kind]) =>
  onInvoice(kind, back, ({ id, deals }) => {
    const deal = deals.at(-1);
    return deal === undefined ? null : { kind, invoiceId: id, dealId: deal.id };
  }),
);

const withdraw = fc
  .record({ store: anyStore, amount: oneOf([1_000_000_000n, 300_000_000_000n]), ahead: oneOf([0, 0, 0, -1, 1, null]) })
  .map(({ store, amount, ahead }) =>
    draft(`withdraw ${amount} of ${store} with the code of step ${ahead}`, (state) => {
      const step = ahead === null ? null : Math.floor(state.now / 30_000) + ahead;
      return { kind: 'withdraw', id: newId(), store, amount, step };
    }),
  );

const anyDraft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 6, arbitrary: payin },
  { weight: 2, arbitrary: payout },
  { weight: 3, arbitrary: start },
  { weight: 3, arbitrary: confirm },
  { weight: 3, arbitrary: plain },
  { weight: 2, arbitrary: dispute },
  { weight: 4, arbitrary: judge },
  { weight: 2, arbitrary: withdraw },
);

export interface Step {
  /** How far the clock goes before the acts. */
  readonly advanceMs: number;
  /** Submitted in one turn of the event loop. */
  readonly drafts: readonly Draft[];
}

const seconds = 1_000;
const minutes = 60 * seconds;

/** Mostly no time passes; then enough for a code, a rest, a deal, an invoice or a day to end. */
const anyAdvance = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  {
    weight: 4,
    arbitrary: oneOf([
      seconds,
      30 * seconds,
      60 * seconds,
      10 * minutes,
      15 * minutes,
      61 * minutes,
      25 * 60 * minutes,
    ]),
  },
);

const wrongCode = draft('withdraw with a wrong code', () => ({
  kind: 'withdraw',
  id: newId(),
  store: 1,
  amount: 1_000_000_000n,
  step: null,
}));

/** Somebody who guesses: five wrong codes in a row would hardly come by chance. */
const guesses = fc.integer({ min: 3, max: 5 }).map((times) => Array.from({ length: times }, () => wrongCode));
const anyDrafts = fc.oneof(
  { weight: 12, arbitrary: fc.array(anyDraft, { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: guesses },
);

export const anySteps: fc.Arbitrary<Step[]> = fc.array(fc.record({ advanceMs: anyAdvance, drafts: anyDrafts }), {
  minLength: 5,
  maxLength: 20,
});

/** Does it for real, and tells what the caller was told. */
export async function perform(engine: Engine, action: Action, state: State): Promise<Outcome> {
  try {
    return await submit(engine, action, state);
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}

async function submit(engine: Engine, action: Action, state: State): Promise<Outcome> {
  const storeOf = (invoiceId: string) => present(state.invoices.get(invoiceId)).store;
  switch (action.kind) {
    case 'payin': {
      const variant = { option: action.wish.option, bank: action.wish.bank };
      return told(
        await engine.submit(createPayin(payinRequest({ ...invoiceFields(action), variant, startDeal: action.start }))),
      );
    }
    case 'payout':
      return told(await engine.submit(createPayout(payoutRequest(invoiceFields(action)))));
    case 'start': {
      const { storeId, amount, currency } = {
        storeId: storeOf(action.invoiceId),
        amount: present(state.invoices.get(action.invoiceId)).amount,
        currency: 'RUB',
      };
      const variant = { option: action.wish.option, bank: action.wish.bank };
      const seen = {
        storeId,
        askedSum: fiat(amount),
        currency,
        named: { option: action.seen.option, bank: action.seen.bank },
      };
      return told(
        await engine.submit(startDeal({ invoiceId: action.invoiceId, storeId, dealId: action.dealId, variant, seen })),
      );
    }
    case 'confirm': {
      const attachment = fileOf(action.receipt);
      const { invoiceId } = action;
      const seenStoreId = storeOf(invoiceId);
      return told(await engine.submit(confirmTransfer({ invoiceId, storeId: null, seenStoreId, attachment })));
    }
    case 'cancel': {
      const seenStoreId = storeOf(action.invoiceId);
      return told(
        await engine.submit(cancelInvoice({ invoiceId: action.invoiceId, storeId: seenStoreId, seenStoreId })),
      );
    }
    case 'expire':
      return {
        said: await engine.submit(expireInvoice({ invoiceId: action.invoiceId, storeId: storeOf(action.invoiceId) })),
      };
    case 'dispute': {
      const about = { dealId: null, reason: 'unknown', amount: null } as const;
      const { invoiceId } = action;
      const attachment = action.receipt === null ? null : fileOf(action.receipt);
      return told(await engine.submit(openDispute({ invoiceId, storeId: storeOf(invoiceId), ...about, attachment })));
    }
    case 'settle': {
      const { invoiceId, dealId } = action;
      return told(await engine.submit(settleDeal({ ...asAsked, invoiceId, dealId, seenStoreId: storeOf(invoiceId) })));
    }
    case 'reject': {
      const { invoiceId, dealId } = action;
      const act = { ...byService, invoiceId, dealId, seenStoreId: storeOf(invoiceId) };
      return told(await engine.submit(rejectTransfer(act)));
    }
    case 'withdraw': {
      const code = action.step === null ? wrongCodeAt(state.now) : codeAt(action.step * 30_000);
      const accountId = action.store === 1 ? demoAccounts.store1 : demoAccounts.store2;
      const request = { id: action.id, storeId: action.store, accountId, amount: formatAmount(action.amount, 8), code };
      return { said: (await engine.submit(requestWithdrawal(withdrawalRequest(request)))).status };
    }
  }
}

function fileOf(number: number) {
  return { ...receipt, sha256: String(number).repeat(64) };
}

function invoiceFields(action: { id: string; store: number; amount: bigint; internalId: string | null }) {
  const { id, store, amount, internalId } = action;
  return { id, storeId: store, amount: formatAmount(amount, 2), internalId };
}

function told({ invoice, deals }: { readonly invoice: Invoice; readonly deals: readonly Deal[] }): Outcome {
  // A disputed deal is active on the wire, but nothing more can happen to it in this model.
  const deal = deals.find(({ status }) => isActive(status) && status !== 'dispute');
  return {
    invoiceId: invoice.id,
    status: invoice.status,
    dealId: deal?.id ?? null,
    requisiteId: deal?.requisiteId ?? null,
  };
}
