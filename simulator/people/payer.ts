import { cancelInvoice } from '../../src/commands/invoices/cancel-invoice.ts';
import { confirmTransfer } from '../../src/commands/invoices/confirm-transfer.ts';
import { claimPayment } from '../../src/commands/payins/claim-payment.ts';
import { startDeal } from '../../src/commands/payins/start-deal.ts';
import { activeDeal, type Deal } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { fiat } from '../../src/domain/money/money.ts';
import type { Variant } from '../../src/domain/money/payment.ts';
import type { Random } from '../random.ts';
import { refundLater } from './refund-life.ts';
import type { Surroundings } from './surroundings.ts';
import { anyReceipt } from './usual-requests.ts';

/** How payers are, and how many of each there are. */
export const payerKinds = {
  honest: 46,
  late: 8,
  short: 6,
  over: 4,
  twice: 5,
  'wrong requisite': 3,
  'fake receipt': 2,
  switching: 8,
  gone: 12,
  canceling: 6,
} as const;
export type PayerKind = keyof typeof payerKinds;

const minuteMs = 60_000;

/** The payer opens the page: asks for requisites when there are none, then does what this kind of payer does. */
export function visit(world: Surroundings, random: Random, invoice: Invoice, kind: PayerKind, tries = 3): void {
  const deal = currentDeal(world, invoice.id);
  if (deal !== undefined) {
    act(world, random, invoice, deal, kind);
    return;
  }
  if (tries === 0) return;
  world.soon(random, 5_000, 2 * minuteMs, () => {
    askForDeal(world, random, invoice, { option: null, bank: null }, () =>
      visit(world, random, invoice, kind, tries - 1),
    );
  });
}

function currentDeal(world: Surroundings, invoiceId: string): Deal | undefined {
  return activeDeal(world.store.dealsOf.get(invoiceId) ?? []);
}

function act(world: Surroundings, random: Random, invoice: Invoice, deal: Deal, kind: PayerKind): void {
  const pay = (share: number, after: readonly [number, number]) =>
    world.soon(random, after[0], after[1], () =>
      transfer(world, random, deal, changedBy(deal.askedSum, share, random)),
    );
  const inTime = [20_000, 12 * minuteMs] as const;
  switch (kind) {
    case 'honest':
      pay(0, inTime);
      receiptSometimes(world, random, invoice, 600);
      return;
    case 'late':
      pay(0, [16 * minuteMs, 80 * minuteMs]);
      claimSometimes(world, random, invoice, 500);
      return;
    case 'short':
      pay(-1, inTime);
      receiptSometimes(world, random, invoice, 400);
      // The page says what is missing; most send it, some short again, and some never look.
      if (random.chance(800)) sendRestLater(world, random, invoice);
      return;
    case 'over':
      pay(1, inTime);
      receiptSometimes(world, random, invoice, 400);
      return;
    case 'twice':
      pay(0, inTime);
      pay(0, [13 * minuteMs, 40 * minuteMs]);
      return;
    case 'wrong requisite':
      world.soon(random, inTime[0], inTime[1], () => transferElsewhere(world, random, deal));
      return;
    case 'fake receipt':
      receiptSometimes(world, random, invoice, 1000);
      return;
    case 'switching':
      switchDeals(world, random, invoice, deal);
      return;
    case 'gone':
      // Some have never paid, and say so all the same.
      claimSometimes(world, random, invoice, 100);
      return;
    case 'canceling':
      if (random.chance(300)) pay(0, inTime);
      cancelLater(world, random, invoice);
      return;
  }
}

/** Comes back to the page. Where a part has been counted, asks for requisites for the rest and pays them, some when it is over. */
function sendRestLater(world: Surroundings, random: Random, invoice: Invoice): void {
  world.soon(random, 10 * minuteMs, 25 * minuteMs, () => {
    if (world.store.invoices.get(invoice.id)?.partSum == null) return;
    askForDeal(world, random, invoice, { option: null, bank: null }, () => {
      const rest = currentDeal(world, invoice.id);
      if (rest === undefined) return;
      world.count('rests asked for');
      const share = random.chance(200) ? -1 : 0;
      const isLate = random.chance(300);
      // The shop has given up on the rest by then, and gives the part back.
      if (isLate) refundLater(world, random, invoice.id);
      const [soonestMs, latestMs] = isLate ? [30 * minuteMs, 300 * minuteMs] : [20_000, 12 * minuteMs];
      world.soon(random, soonestMs, latestMs, () =>
        transfer(world, random, rest, changedBy(rest.askedSum, share, random)),
      );
    });
  });
}

function changedBy(amount: bigint, share: number, random: Random): bigint {
  if (share === 0) return amount;
  const difference = (amount * BigInt(random.between(1, 50))) / 100n;
  return amount + BigInt(share) * (difference === 0n ? 1n : difference);
}

function transfer(world: Surroundings, random: Random, deal: Deal, amount: bigint): void {
  const { id: meantFor, requisiteId } = deal;
  if (requisiteId === null || amount <= 0n) return;
  const sentAt = world.timeline.now;
  world.bank.send({ requisiteId, amount: fiat(amount), sentAt, meantFor, seed: random.next() });
}

function transferElsewhere(world: Surroundings, random: Random, deal: Deal): void {
  const others = [...world.store.catalogue.requisiteById.values()].filter(({ currency }) => currency === deal.currency);
  const { id } = random.pick(others);
  const sentAt = world.timeline.now;
  world.bank.send({ requisiteId: id, amount: deal.askedSum, sentAt, meantFor: deal.id, seed: random.next() });
}

function receiptSometimes(world: Surroundings, random: Random, invoice: Invoice, perMille: number): void {
  if (!random.chance(perMille)) return;
  const { id: invoiceId, storeId: seenStoreId } = invoice;
  world.soon(random, 30_000, 14 * minuteMs, () => {
    world.network.call({
      who: 'payer',
      random,
      attempt: () => ({
        command: confirmTransfer({ invoiceId, storeId: null, seenStoreId, attachment: anyReceipt(random) }),
      }),
      heard: (outcome) => {
        if (outcome.kind === 'done') world.operators.lookAfter(random, invoice.id);
      },
    });
  });
}

/** A receipt after the requisites have ended: true or not, somebody looks first. */
function claimSometimes(world: Surroundings, random: Random, invoice: Invoice, perMille: number): void {
  if (!random.chance(perMille)) return;
  const { id: invoiceId, storeId: seenStoreId } = invoice;
  world.soon(random, 17 * minuteMs, 120 * minuteMs, () => {
    world.network.call({
      who: 'payer',
      random,
      attempt: () => ({
        command: claimPayment({ invoiceId, seenStoreId, dealId: null, attachment: anyReceipt(random) }),
      }),
    });
  });
}

function askForDeal(world: Surroundings, random: Random, invoice: Invoice, variant: Variant, then: () => void): void {
  world.network.call({
    who: 'payer',
    random,
    attempt() {
      const seen = world.store.invoices.get(invoice.id) ?? invoice;
      const named = { option: seen.namedOption, bank: seen.namedBank };
      const { storeId, askedSum, currency } = seen;
      const dealId = world.newId(random);
      const command = startDeal({
        invoiceId: invoice.id,
        storeId: null,
        dealId,
        variant,
        seen: { storeId, askedSum, currency, named },
      });
      return { command };
    },
    heard: (outcome) => {
      if (outcome.kind === 'done') then();
    },
  });
}

/** Another bank after all. Some then pay to the first requisites, which they had copied. */
function switchDeals(world: Surroundings, random: Random, invoice: Invoice, first: Deal): void {
  const option = first.paymentOption === 'SBP' ? 'TO_CARD' : 'SBP';
  world.soon(random, 20_000, 5 * minuteMs, () => {
    askForDeal(world, random, invoice, { option, bank: null }, () => {
      const second = currentDeal(world, invoice.id);
      const chosen = random.chance(200) || second === undefined ? first : second;
      world.soon(random, 20_000, 9 * minuteMs, () => {
        transfer(world, random, chosen, chosen.askedSum);
        if (chosen === first && random.chance(600)) world.operators.findLateMoney(random, first.id);
      });
    });
  });
}

function cancelLater(world: Surroundings, random: Random, invoice: Invoice): void {
  world.soon(random, 10_000, 10 * minuteMs, () => {
    const storeId = random.chance(500) ? invoice.storeId : null;
    world.network.call({
      who: storeId === null ? 'payer' : `store ${storeId}`,
      random,
      attempt: () => ({
        command: cancelInvoice({ invoiceId: invoice.id, storeId, seenStoreId: invoice.storeId }),
      }),
    });
  });
}
