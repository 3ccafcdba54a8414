import { openDispute } from '../../src/commands/disputes/open-dispute.ts';
import { type CreatePayin, createPayin } from '../../src/commands/payins/create-payin.ts';
import type { DisputeReason } from '../../src/domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { fiat, formatAmount } from '../../src/domain/money/money.ts';
import type { Variant } from '../../src/domain/money/payment.ts';
import type { Intent } from '../laws/cause-laws.ts';
import { storeIds } from '../plan.ts';
import { Random } from '../random.ts';
import { judge } from './liars.ts';
import { type PayerKind, payerKinds, visit } from './payer.ts';
import { refundLater } from './refund-life.ts';
import type { Surroundings } from './surroundings.ts';
import { anyAmount, anyReceipt, idempotencyOf } from './usual-requests.ts';

/** A shop asks for money; a payer comes, or does not. Everything about the life follows from its own seed. */
export function livePayin(world: Surroundings, seed: number): void {
  const random = new Random(seed);
  const wish = anyWish(world, random);
  const isPlayer = wish.request.userId !== null;
  const payer = isPlayer ? random.weighted(playerKinds) : random.weighted(payerKinds);
  const born = (invoice: Invoice) => {
    world.knownAs(invoice.id, payer);
    visit(world, random, invoice, payer);
    if (random.chance(disputesPerMille[payer])) {
      disputeLater(world, random, invoice.id, payer, () => {
        // While they argue, the shop lets the payer try once more under the same order.
        if (random.chance(200)) ask(world, random, wish, null);
      });
    }
    if (random.chance(120)) refundLater(world, random, invoice.id);
    // A shop that has lost its memory asks for the same once more, long after.
    if (random.chance(20))
      world.timeline.after(random.between(60_000, 7_200_000), () => ask(world, random, wish, null));
  };
  ask(world, random, wish, born, isPlayer ? comeBackLater(world, random, wish, born) : undefined);
}

/** Those who open many payins leave most of them on purpose; now and then one of them pays. */
const playerKinds = { honest: 12, gone: 50, canceling: 28, 'fake receipt': 10 } as const;

/** A refused payer tries again with another order: too soon, or when the block is just over. */
function comeBackLater(world: Surroundings, random: Random, { request }: Wish, born: (invoice: Invoice) => void) {
  return (code: string) => {
    if (code !== 'payer_blocked') return;
    world.count('players blocked');
    world.timeline.after(random.between(10 * 60_000, 100 * 60_000), () => {
      const fresh = anyWish(world, random);
      const { storeId, userId } = request;
      ask(world, random, { ...fresh, request: { ...fresh.request, storeId, userId } }, (invoice) => {
        world.count('players back from a block');
        born(invoice);
      });
    });
  };
}

interface Wish {
  readonly request: Omit<CreatePayin, 'id'>;
  readonly key: string | null;
  readonly intent: Intent;
}

function ask(
  world: Surroundings,
  random: Random,
  { request, key, intent }: Wish,
  born: ((invoice: Invoice) => void) | null,
  refused: (code: string) => void = () => undefined,
): void {
  world.network.call({
    who: `store ${request.storeId}`,
    random,
    attempt() {
      const id = world.newId(random);
      world.intents.asked(id, intent);
      return { command: createPayin({ ...request, id }), idempotency: idempotencyOf(request.storeId, key) };
    },
    heard(outcome) {
      if (outcome.kind === 'refused') refused(outcome.code);
      if (outcome.kind !== 'done') return;
      const invoice = world.store.invoices.get(outcome.subjectId);
      if (invoice !== undefined) born?.(invoice);
    },
  });
}

/** What makes a shop's repeats safe; one in ten has not thought of it. */
const repeatHabits = { key: 35, internalId: 40, both: 15, neither: 10 } as const;

function anyWish(world: Surroundings, random: Random): Wish {
  const storeId = random.pick(storeIds);
  const repeat = random.weighted(repeatHabits);
  const serial = world.newId(random);
  const hasId = repeat === 'internalId' || repeat === 'both';
  const key = repeat === 'key' || repeat === 'both' ? serial : null;
  return {
    request: {
      storeId,
      internalId: hasId ? `order-${serial}` : repeat === 'key' ? '' : null,
      userId: player(storeId, random),
      amount: anyAmount(random),
      currency: random.chance(920) ? 'RUB' : 'KZT',
      variant: anyVariant(random),
      notificationUrl: random.chance(950) ? `https://store-${storeId}.example/notify` : '',
      notificationToken: 'token',
      successUrl: null,
      cancelUrl: null,
      startDeal: random.chance(750),
    },
    key,
    intent: { once: key !== null ? 'always' : hasId ? 'while open' : 'each time', stored: [] },
  };
}

/** A few people whom one store knows well: each has many payins open, and leaves most of them. */
function player(storeId: number, random: Random): string | null {
  const whim = random.split(8);
  return storeId === 2 && whim.chance(200) ? `player-${whim.between(1, 4)}` : null;
}

function anyVariant(random: Random): Variant {
  if (random.chance(600)) return { option: null, bank: null };
  return {
    option: random.pick(['SBP', 'TO_CARD', null]),
    bank: random.pick(['sberbank', 'tinkoff', 'unknown', null]),
  };
}

/** Out of a thousand payers of each kind, for how many the shop says that the outcome is wrong. */
const disputesPerMille: Readonly<Record<PayerKind, number>> = {
  honest: 15,
  late: 400,
  short: 200,
  over: 150,
  twice: 60,
  'wrong requisite': 500,
  'fake receipt': 600,
  switching: 60,
  gone: 10,
  canceling: 60,
};

function disputeLater(
  world: Surroundings,
  random: Random,
  invoiceId: string,
  payer: PayerKind,
  then: () => void,
): void {
  world.timeline.after(random.between(5 * 60_000, 6 * 3_600_000), () => {
    world.network.call({
      who: 'merchant',
      random,
      attempt() {
        const invoice = world.store.invoices.get(invoiceId);
        if (invoice === undefined) return null;
        const reason = reasonOf(payer, random);
        const amount =
          reason === 'invalid_sum' ? formatAmount(fiat(invoice.askedSum - invoice.askedSum / 10n), 2) : null;
        const { storeId } = invoice;
        // Some name a deal, and not always the one that matters.
        const deals = world.store.dealsOf.get(invoiceId) ?? [];
        const dealId = deals.length > 0 && random.chance(300) ? random.pick(deals).id : null;
        return { command: openDispute({ invoiceId, storeId, dealId, reason, amount, attachment: null }) };
      },
      heard(outcome) {
        if (outcome.kind !== 'done') return;
        judge(world, random, invoiceId);
        if (random.chance(300)) world.operators.evidence(random, invoiceId);
        sendEvidence(world, random.split(evidenceLabel), invoiceId);
        then();
      },
    });
  });
}

const evidenceLabel = 1;

/** A shop that has found more asks again, with a file or without, and with the same one twice. Decided by then, it is a new claim. */
function sendEvidence(world: Surroundings, random: Random, invoiceId: string): void {
  if (!random.chance(400)) return;
  const storeId = world.store.invoices.get(invoiceId)?.storeId ?? 1;
  const files = [null, anyReceipt(random), anyReceipt(random)];
  for (let calls = random.between(1, 4); calls > 0; calls--) {
    const claim = { dealId: null, reason: 'unknown', amount: null, attachment: random.pick(files) } as const;
    world.soon(random, 1_000, 3_600_000, () =>
      world.network.call({
        who: 'merchant',
        random,
        attempt: () => ({ command: openDispute({ invoiceId, storeId, ...claim }) }),
      }),
    );
  }
}

function reasonOf(payer: PayerKind, random: Random): DisputeReason {
  if (payer === 'short' || payer === 'over') return 'invalid_sum';
  return random.pick(['has_payment', 'no_payment', 'unknown', 'invalid_requisites'] as const);
}
