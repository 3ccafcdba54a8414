import { askRefund } from '../../src/commands/refunds/ask-refund.ts';
import { cancelRefund } from '../../src/commands/refunds/cancel-refund.ts';
import { fillRefund } from '../../src/commands/refunds/fill-refund.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { storeOf } from '../../src/domain/merchants/store.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import type { Refund } from '../../src/domain/refunds/refund.ts';
import type { Intent } from '../laws/cause-laws.ts';
import type { Random } from '../random.ts';
import { workOff } from './payout-life.ts';
import { perform } from './perform.ts';
import { merchantPerson, operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';
import { idempotencyOf } from './usual-requests.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A shop takes its goods back: it refunds what came, or parts of it, often from several servers at once and too much. */
export function refundLater(world: Surroundings, random: Random, invoiceId: string): void {
  world.soon(random, minuteMs, 6 * hourMs, () => {
    const invoice = world.store.invoices.get(invoiceId);
    if (invoice?.status !== 'paid' && invoice?.status !== 'expired') return;
    const came = invoice.status === 'paid' ? invoice.receivedSum : invoice.partSum;
    if (came === null) return;
    const atOnce = random.between(1, 4);
    for (let index = 0; index < atOnce; index++) ask(world, random, invoice, came);
  });
}

/** The shop gives back what was sent too much, from two servers at once. */
export function askBack(
  world: Surroundings,
  random: Random,
  of: { readonly invoiceId: string; readonly storeId: number },
): void {
  for (let count = random.between(1, 2); count > 0; count--)
    promise(world, random, of, { amount: null, isExcess: true });
}

function ask(world: Surroundings, random: Random, invoice: Invoice, received: bigint): void {
  const { id: invoiceId, storeId } = invoice;
  const part = (received * BigInt(random.between(20, 100))) / 100n;
  const amount = random.chance(300) || part <= 0n ? null : formatAmount(part, 2);
  promise(world, random, { invoiceId, storeId }, { amount, isExcess: false });
}

function promise(
  world: Surroundings,
  random: Random,
  { invoiceId, storeId }: { readonly invoiceId: string; readonly storeId: number },
  what: { readonly amount: string | null; readonly isExcess: boolean },
): void {
  const key = random.chance(500) ? world.newId(random) : null;
  const sameId = world.newId(random);
  world.network.call({
    who: `store ${storeId}`,
    random,
    attempt() {
      // A program makes no IDs: what tells its repeats apart is its key.
      const id = key === null ? sameId : world.newId(random);
      const command = askRefund({ id, invoiceId, storeId, ...what, reason: 'sent back' });
      return { command, idempotency: idempotencyOf(storeId, key) };
    },
    heard(outcome) {
      const refund = outcome.kind === 'done' ? world.store.tables.refunds.get(outcome.subjectId) : undefined;
      if (refund !== undefined) payerAnswers(world, random, refund);
    },
  });
}

const answers = { once: 60, twice: 25, never: 15 } as const;

/** The payer says where to, sometimes in two windows; the shop may take the refund back before. */
function payerAnswers(world: Surroundings, random: Random, refund: Refund): void {
  const answer = random.weighted(answers);
  if (answer !== 'never') world.soon(random, minuteMs, 4 * hourMs, () => fill(world, random, refund));
  if (answer === 'twice') world.soon(random, minuteMs, 4 * hourMs, () => fill(world, random, refund));
  if (random.chance(150)) {
    const { merchantId } = storeOf(world.store.catalogue, refund.storeId);
    const actor = random.chance(500) ? merchantPerson(merchantId) : operator(1);
    const act = { actor, reason: 'by mistake', refundId: refund.id, invoiceId: refund.invoiceId };
    world.soon(random, 0, 2 * hourMs, () => perform(world, random, actor.name, () => cancelRefund(act)));
  }
}

function fill(world: Surroundings, random: Random, { id: refundId, invoiceId, storeId }: Refund): void {
  const intent: Intent = { once: 'always', stored: [] };
  world.network.call({
    who: 'payer',
    random,
    attempt() {
      const payoutId = world.newId(random);
      world.intents.asked(payoutId, intent);
      const variant = { option: 'TO_CARD', bank: 'tinkoff' };
      const requisites = { requisites: '2200000000000004', holder: null };
      return { command: fillRefund({ refundId, invoiceId, storeId, payoutId, variant, requisites }) };
    },
    heard(outcome) {
      const payout = outcome.kind === 'done' ? world.store.invoices.get(outcome.subjectId) : undefined;
      if (payout === undefined) return;
      world.knownAs(payout.id, 'refund');
      workOff(world, random, payout);
    },
  });
}
