import type { CreatedInvoice, Quittance } from '../../sdk/src/index.ts';
import type { OperatorSession, SeenArrival, SeenRequisite } from './operator-session.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Who comes, and how often: most people pay as they should. */
export const lifeWeights = {
  honest: 50,
  late: 6,
  short: 8,
  over: 4,
  twice: 5,
  wrong: 5,
  fake: 5,
  gone: 12,
  payout: 5,
} as const;
export type LifeKind = keyof typeof lifeWeights;

interface LifeContext {
  readonly quittance: Quittance;
  readonly operator: OperatorSession;
  readonly requisites: readonly SeenRequisite[];
  readonly random: SeededRandom;
  /** Waits for so many seconds of the world's time, which passes faster than ours. */
  readonly pause: (seconds: number) => Promise<void>;
  /** Which life of the world it is, from 1. */
  readonly index: number;
  /** Unique among all runs: internal IDs and bank references begin with it. */
  readonly name: string;
}

/** Plays one invoice from its creation to where its payer leaves it, and says what status it has then. */
export async function live(kind: LifeKind, context: LifeContext): Promise<string> {
  const { quittance, name } = context;
  if (kind === 'payout') return await livePayout(context);
  const rubles = rublesOf(context.index);
  const invoice = await quittance.createInvoice({
    type: 'in',
    amount: `${rubles}.00`,
    currency: 'RUB',
    internalId: name,
    startDeal: true,
  });
  if (invoice.deals.length === 0) return 'no requisites';
  await thinkIt(context);
  await act[kind](context, invoice, rubles);
  return (await quittance.getInvoice(invoice.id)).status;
}

/** How many different sums there are, and a step that goes through all of them before one comes again. */
const sumCount = 4_473;
const sumStep = 1_009;

/**
 * Whole rubles, so that no kopecks choose a fate; tens of them, so that a tenth is a whole sum, too; but not hundreds, so that no
 * sum is another one less or plus a tenth. Each comes once in thousands: somebody's odd money is nobody else's.
 */
export function rublesOf(index: number): number {
  const chosen = (index * sumStep) % sumCount;
  return 10 * (10 * (3 + Math.floor(chosen / 9)) + 1 + (chosen % 9));
}

type Act = (context: LifeContext, invoice: CreatedInvoice, rubles: number) => Promise<void>;

const act: Readonly<Record<Exclude<LifeKind, 'payout'>, Act>> = {
  async honest(context, invoice, rubles) {
    if (context.random.happens(0.5)) await sendReceipt(context, invoice);
    await pay(context, invoice, rubles);
  },
  async late(context, invoice, rubles) {
    while ((await context.quittance.getInvoice(invoice.id)).deals.length > 0) await context.pause(20);
    await pay(context, invoice, rubles);
  },
  async short(context, invoice, rubles) {
    await pay(context, invoice, rubles - rubles / 10);
  },
  async over(context, invoice, rubles) {
    await pay(context, invoice, rubles + rubles / 10);
  },
  async twice(context, invoice, rubles) {
    await pay(context, invoice, rubles);
    await thinkIt(context);
    await sendBack(context, await enter(context, requisiteOf(context, invoice), rubles, 2));
  },
  async wrong(context, invoice, rubles) {
    const { requisites, random } = context;
    const right = requisiteOf(context, invoice);
    const others = requisites.filter(({ id }) => id !== right);
    const wrong = others[random.between(0, others.length - 1)]?.id ?? right;
    await sendBack(context, await enter(context, wrong, rubles, 2));
    if (random.happens(0.7)) await pay(context, invoice, rubles);
  },
  async fake(context, invoice) {
    await sendReceipt(context, invoice);
    await thinkIt(context);
    await context.operator.disputeMissingMoney(invoice.id);
    // The other half stays for people: a queue that is always empty teaches nobody.
    if (context.random.happens(0.5)) return;
    await thinkIt(context);
    await context.operator.rejectAsFraud(invoice.id);
  },
  async gone(context, invoice) {
    if (context.random.happens(0.4)) await context.quittance.cancelInvoice(invoice.id);
  },
};

async function livePayout({ quittance, operator, requisites, random, pause, name }: LifeContext): Promise<string> {
  const { id } = await quittance.createInvoice({
    type: 'out',
    amount: `${10 * random.between(10, 500)}.00`,
    currency: 'RUB',
    internalId: name,
    paymentOption: 'TO_CARD',
    paymentMethod: 'sberbank',
    paymentRequisites: { requisites: '2200000000000004', holder: 'Ivan P.' },
  });
  const maker = requisites[random.between(0, requisites.length - 1)]?.makerId ?? 1;
  await pause(random.between(5, 60));
  await operator.payPayout(id, maker, () => pause(random.between(5, 60)));
  return (await quittance.getInvoice(id)).status;
}

/** People take between five seconds and a minute for anything. */
async function thinkIt({ random, pause }: LifeContext): Promise<void> {
  await pause(random.between(5, 60));
}

async function sendReceipt(context: LifeContext, invoice: CreatedInvoice): Promise<void> {
  const content = Buffer.from(`Receipt of the world\n${context.name}\n`);
  await context.quittance.confirmTransfer(invoice.id, { content, fileName: 'receipt.txt' });
  await thinkIt(context);
}

/** What does not match by itself, an operator lets pay the deal it was meant for. */
async function pay(context: LifeContext, invoice: CreatedInvoice, rubles: number): Promise<void> {
  const arrival = await enter(context, requisiteOf(context, invoice), rubles, 1);
  if (arrival.status !== 'held') return;
  await thinkIt(context);
  const dealId = invoice.deals[0]?.id ?? invoice.id;
  await context.operator.matchArrival(arrival.id, dealId);
}

async function sendBack(context: LifeContext, arrival: SeenArrival): Promise<void> {
  if (arrival.status !== 'held') return;
  await thinkIt(context);
  await context.operator.returnArrival(arrival.id);
}

function enter(
  { operator, name }: LifeContext,
  requisiteId: number,
  rubles: number,
  ordinal: number,
): Promise<SeenArrival> {
  return operator.enterArrival({ requisiteId, amount: `${rubles}.00`, reference: `${name} ${ordinal}` });
}

function requisiteOf({ requisites }: LifeContext, invoice: CreatedInvoice): number {
  const number = invoice.deals[0]?.requisites.requisites;
  const requisite = requisites.find((one) => one.number === number);
  if (requisite === undefined) throw new Error(`nobody knows the requisite of invoice ${invoice.id}`);
  return requisite.id;
}
