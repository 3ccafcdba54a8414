import { openDispute } from '../../src/commands/disputes/open-dispute.ts';
import { cancelInvoice } from '../../src/commands/invoices/cancel-invoice.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import { moveFunds } from '../../src/commands/ledger/move-funds.ts';
import { type CreatePayout, createPayout } from '../../src/commands/payouts/create-payout.ts';
import { creditPayout } from '../../src/commands/payouts/credit-payout.ts';
import {
  confirmPayout,
  giveBackPayout,
  payoutWasNotPaid,
  provePayout,
  takePayout,
} from '../../src/commands/payouts/payout-work.ts';
import { newestDeal } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { payoutTerms } from '../../src/domain/invoices/lifecycle.ts';
import { makerOf } from '../../src/domain/makers/maker.ts';
import { settlementAccountOf, storeOf } from '../../src/domain/merchants/store.ts';
import { fiat, formatAmount } from '../../src/domain/money/money.ts';
import type { SignedOnce } from '../../src/engine/job.ts';
import type { Intent } from '../laws/cause-laws.ts';
import { render } from '../network.ts';
import { storeIds } from '../plan.ts';
import { Random } from '../random.ts';
import { judge } from './liars.ts';
import { perform } from './perform.ts';
import { borneBy, makerPerson, merchantPerson, operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';
import { anyAmount, anyReceipt, idempotencyOf } from './usual-requests.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A shop pays somebody out; a maker takes it, pays and proves it, or nobody does. */
export function livePayout(world: Surroundings, seed: number): void {
  const random = new Random(seed);
  const storeId = random.pick(storeIds);
  const serial = world.newId(random);
  const hasKey = random.chance(400);
  // Some shops send nothing to tell a repeat by: what they signed is the same.
  const hasId = random.chance(800);
  const isMostOfIt = random.chance(80);
  const intent: Intent = { once: 'always', stored: [] };
  const request: Omit<CreatePayout, 'id'> = {
    storeId,
    internalId: hasId ? `payout-${serial}` : null,
    userId: null,
    amount: (isMostOfIt ? mostOfIt(world, random, storeId) : null) ?? anyAmount(random),
    currency: 'RUB',
    variant: { option: 'TO_CARD', bank: 'tinkoff' },
    notificationUrl: `https://store-${storeId}.example/notify`,
    notificationToken: 'token',
    successUrl: null,
    cancelUrl: null,
    requisites: { requisites: '2200000000000004', holder: null },
  };
  const ask = {
    who: `store ${storeId}`,
    random,
    attempt() {
      const id = world.newId(random);
      world.intents.asked(id, intent);
      const command = createPayout({ ...request, id });
      const signed = hasId ? null : signedOnce(serial);
      return { command, signed, idempotency: idempotencyOf(storeId, hasKey ? serial : null) };
    },
  };
  // Somebody has recorded the request, and sends it again hours later, under a key of their own.
  const replay = () => ({ ...ask.attempt(), idempotency: idempotencyOf(storeId, world.newId(random)) });
  if (!hasId && random.chance(500)) {
    world.soon(random, 0, 12 * hourMs, () => world.network.call({ ...ask, attempt: replay }));
  }
  // Two servers of the shop work off the same list: the funds suffice for one of the two, which are one payout.
  if (isMostOfIt) world.network.call(ask);
  world.network.call({
    ...ask,
    heard(outcome) {
      const invoice = outcome.kind === 'done' ? world.store.invoices.get(outcome.subjectId) : undefined;
      if (invoice === undefined) return;
      world.knownAs(invoice.id, 'payout');
      workOff(world, random, invoice);
    },
  });
}

function signedOnce(id: string): SignedOnce {
  return { id, windowMs: 24 * hourMs, render: (result) => render({ result }) };
}

/** More than half of what the store has; null when that is less than anybody would pay out. */
function mostOfIt(world: Surroundings, random: Random, storeId: number): string | null {
  const { catalogue } = world.store;
  const store = storeOf(catalogue, storeId);
  const { max } = store.limits.out.get('RUB') ?? { max: fiat(0n) };
  const sum = { askedSum: fiat(100_000n), currency: 'RUB' };
  const { makerSum, feeSum } = payoutTerms(catalogue, store, sum, world.timeline.now);
  const most = (sum.askedSum * world.store.balance(settlementAccountOf(store).availableId)) / (makerSum + feeSum);
  const amount = (most * BigInt(random.between(60, 95))) / 100n;
  return amount < sum.askedSum || amount > max ? null : formatAmount(amount, 2);
}

const fates = { paid: 70, 'nobody takes it': 12, canceled: 12, 'left alone': 6 } as const;

/** Also for payouts that refunds are paid by. */
export function workOff(world: Surroundings, random: Random, invoice: Invoice): void {
  switch (random.weighted(fates)) {
    case 'paid':
      makersPress(world, random, invoice, true);
      return;
    case 'left alone':
      makersPress(world, random, invoice, false);
      return;
    case 'canceled':
      if (random.chance(300)) makersPress(world, random, invoice, true);
      world.soon(random, 0, 2 * hourMs, () =>
        perform(world, random, `store ${invoice.storeId}`, () =>
          cancelInvoice({ invoiceId: invoice.id, storeId: invoice.storeId, seenStoreId: invoice.storeId }),
        ),
      );
      return;
    case 'nobody takes it':
      return;
  }
}

/** Several makers press at once; one wins, and goes on. */
function makersPress(world: Surroundings, random: Random, invoice: Invoice, pays: boolean): void {
  const pressing = random.between(1, 3);
  world.soon(random, minuteMs, 20 * hourMs, () => {
    for (let index = 0; index < pressing; index++) {
      const makerId = random.pick([...world.store.catalogue.makers.keys()]);
      const act = { actor: makerPerson(makerId), reason: '', invoiceId: invoice.id, seenStoreId: invoice.storeId };
      perform(
        world,
        random,
        act.actor.name,
        () => takePayout({ ...act, makerId }),
        () => {
          if (random.chance(100)) {
            return world.soon(random, minuteMs, hourMs, () =>
              perform(
                world,
                random,
                act.actor.name,
                () => giveBackPayout(act),
                () => makersPress(world, random, invoice, pays),
              ),
            );
          }
          if (pays) prove(world, random, invoice, makerId);
          else sitOut(world, random, invoice, makerId);
        },
      );
    }
  });
}

const ends = { 'the merchant cancels': 30, 'an operator asks': 40, 'given back': 15, 'proved at last': 15 } as const;

/** A maker sits on it until the time is over, and some come with a proof when they do not have it any more. */
function sitOut(world: Surroundings, random: Random, invoice: Invoice, makerId: number): void {
  const { id: invoiceId, storeId: seenStoreId } = invoice;
  const act = { actor: makerPerson(makerId), reason: '', invoiceId, seenStoreId };
  const proveLate = () => {
    if (!random.chance(300)) return;
    world.soon(random, 0, 10 * hourMs, () =>
      perform(world, random, act.actor.name, () => provePayout({ ...act, attachment: anyReceipt(random) })),
    );
  };
  const end = random.weighted(ends);
  // A merchant tries before the time is over as well.
  world.soon(random, 30 * minuteMs, 3 * hourMs, () => {
    switch (end) {
      case 'the merchant cancels': {
        const cancel = () => cancelInvoice({ invoiceId, storeId: seenStoreId, seenStoreId });
        perform(world, random, `store ${seenStoreId}`, cancel, proveLate);
        return world.soon(random, 2 * hourMs, 4 * hourMs, () =>
          perform(world, random, `store ${seenStoreId}`, cancel, proveLate),
        );
      }
      case 'an operator asks': {
        const next = random.pick(['pool', 'pool', 'cancel'] as const);
        const by = { ...act, actor: operator(random.pick([1, 2] as const)), reason: 'no answer' };
        return world.soon(random, hourMs, 3 * hourMs, () =>
          perform(
            world,
            random,
            by.actor.name,
            () => payoutWasNotPaid({ ...by, next, dealId: world.newId(random) }),
            () => {
              proveLate();
              if (next === 'pool') makersPress(world, random, invoice, true);
            },
          ),
        );
      }
      case 'given back':
        return perform(
          world,
          random,
          act.actor.name,
          () => giveBackPayout(act),
          () => {
            proveLate();
            makersPress(world, random, invoice, true);
          },
        );
      case 'proved at last':
        return prove(world, random, invoice, makerId);
    }
  });
}

/** The maker shows a proof. A liar's is false, and so is that of some who were careless; somebody finds out, or nobody does. */
function prove(world: Surroundings, random: Random, invoice: Invoice, makerId: number): void {
  const act = { actor: makerPerson(makerId), reason: '', invoiceId: invoice.id, seenStoreId: invoice.storeId };
  const isFalse = world.makers.isLiar(makerId) || random.chance(50);
  world.soon(random, minuteMs, hourMs, () =>
    perform(
      world,
      random,
      act.actor.name,
      () => provePayout({ ...act, attachment: anyReceipt(random) }),
      () => {
        timePasses(world, random, invoice);
        if (world.makers.isLiar(makerId)) helpOneself(world, random, act, invoice.id);
        if (isFalse) {
          cashOut(world, invoice.id, makerId);
          return findOut(world, random, invoice);
        }
        confirmSometimes(world, random, invoice);
        // Some claim it although it was paid.
        if (random.chance(60)) disputePayout(world, random, invoice);
      },
    ),
  );
}

/** The worker that looks after holds, of whichever process; it comes again, as a clock may be behind. */
function timePasses(world: Surroundings, random: Random, { id: invoiceId, storeId }: Invoice): void {
  for (const hours of [0, 1, 2, 4]) {
    world.soon(random, hours * hourMs + 30 * minuteMs, (hours + 1) * hourMs + minuteMs, () =>
      perform(world, random, 'hold worker', () => creditPayout({ invoiceId, storeId })),
    );
  }
}

/** Who is credited for nothing wants the balance back before somebody finds out: all that is not in doubt any more, or in vain. */
function cashOut(world: Surroundings, invoiceId: string, makerId: number): void {
  const random = new Random(Number.parseInt(invoiceId.slice(-8), 16));
  world.soon(random, hourMs, 5 * hourMs, () => {
    const { availableId, settlementCurrency: currency } = makerOf(world.store.catalogue, makerId);
    const owner = { kind: 'maker', id: String(makerId) } as const;
    const by = { actor: operator(1), reason: 'asked for', kind: 'pay_back', id: world.newId(random) } as const;
    perform(world, random, by.actor.name, () => {
      const { subunit = 2 } = world.store.catalogue.currencies.get(currency) ?? {};
      const amount = formatAmount(world.store.balance(availableId), subunit);
      return moveFunds({ ...by, owner, availableId, currency, amount, askedAt: world.timeline.now });
    });
  });
}

function helpOneself(
  world: Surroundings,
  random: Random,
  act: Parameters<typeof confirmPayout>[0],
  dealId: string,
): void {
  world.soon(random, 0, hourMs, () => {
    const reportId = world.newId(random);
    const tries = [
      () => settleDeal({ ...act, dealId, amount: null, reportId }),
      () => confirmPayout(act),
      () => payoutWasNotPaid({ ...act, next: 'pool', dealId: reportId }),
    ] as const;
    perform(world, random, act.actor.name, random.pick(tries));
  });
}

const confirmations = { merchant: 30, operator: 25, 'two operators': 10, nobody: 35 } as const;

function confirmSometimes(world: Surroundings, random: Random, invoice: Invoice): void {
  const { merchantId } = storeOf(world.store.catalogue, invoice.storeId);
  const act = { reason: '', invoiceId: invoice.id, seenStoreId: invoice.storeId };
  const settled = (who: 1 | 2) => {
    // The deal that the payout has by then, which need not be the first.
    const dealId = newestDeal(world.store.dealsOf.get(invoice.id) ?? [])?.id ?? invoice.id;
    return settleDeal({ ...act, actor: operator(who), dealId, amount: null, reportId: world.newId(random) });
  };
  const confirmation = random.weighted(confirmations);
  world.soon(random, 0, 2 * hourMs, () => {
    switch (confirmation) {
      case 'merchant': {
        const actor = merchantPerson(merchantId);
        perform(world, random, actor.name, () => confirmPayout({ ...act, actor }));
        return;
      }
      case 'two operators':
        perform(world, random, 'operator-2', () => settled(2));
        perform(world, random, 'operator-1', () => settled(1));
        return;
      case 'operator':
        perform(world, random, 'operator-1', () => settled(1));
        return;
      case 'nobody':
        return;
    }
  });
}

const discoveries = { 'by a claim': 40, 'by an operator': 40, never: 20 } as const;

/** While the proof is held, or after the maker was credited. What goes back into the pool is taken once more. */
function findOut(world: Surroundings, random: Random, invoice: Invoice): void {
  const discovery = random.weighted(discoveries);
  if (discovery === 'by a claim') disputePayout(world, random, invoice);
  if (discovery !== 'by an operator') return;
  const next = random.pick(['pool', 'cancel'] as const);
  world.soon(random, minuteMs, 5 * hourMs, () => {
    const actor = operator(random.pick([1, 2] as const));
    const act = { actor, reason: 'not there', invoiceId: invoice.id, seenStoreId: invoice.storeId };
    perform(
      world,
      random,
      actor.name,
      () => {
        const dealId = world.newId(random);
        return payoutWasNotPaid({ ...act, ...borneBy(dealId), next, dealId });
      },
      () => {
        if (next === 'pool') makersPress(world, random, invoice, true);
      },
    );
  });
}

function disputePayout(world: Surroundings, random: Random, { id: invoiceId, storeId }: Invoice): void {
  const reason = random.pick(['no_payment', 'no_payment', 'has_payment', 'invalid_sum', 'unknown'] as const);
  const amount = reason === 'invalid_sum' ? '1.00' : null;
  world.soon(random, minuteMs, 4 * hourMs, () =>
    perform(
      world,
      random,
      'merchant',
      () => openDispute({ invoiceId, storeId, dealId: null, reason, amount, attachment: null }),
      () => judge(world, random, invoiceId),
    ),
  );
}
