import { openDispute } from '../../src/commands/disputes/open-dispute.ts';
import { keepExcess } from '../../src/commands/payins/keep-excess.ts';
import type { DisputeReason } from '../../src/domain/invoices/deal-dispute.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import type { Excess } from '../../src/domain/payins/excess.ts';
import type { Random } from '../random.ts';
import { perform } from './perform.ts';
import { askBack } from './refund-life.ts';
import { merchantPerson, operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

/** Nobody looks at everything. */
const perRoundMax = 3;
const minuteMs = 60_000;

/** What payers have sent too much: the shop gives it back, an operator lets it keep it, both at once, or nobody cares. */
export function lookAfterExcesses(world: Surroundings, random: Random): void {
  const { store, timeline, plan } = world;
  // A return may take a day, and the world has to come to rest.
  if (timeline.now > plan.quietAt) return;
  const isOpen = ({ sum, keptAt, invoiceId }: Excess) =>
    sum > 0n && keptAt === null && store.refundsOf(invoiceId).every(({ payoutId }) => hasFailed(world, payoutId));
  const held = [...store.tables.excesses.values()].filter(isOpen);
  for (let count = Math.min(held.length, perRoundMax); count > 0; count--) decide(world, random, random.pick(held));
}

function hasFailed({ store }: Surroundings, payoutId: string | null): boolean {
  const { status } = store.invoices.get(payoutId ?? '') ?? { status: 'canceled' };
  return status === 'canceled' || status === 'expired';
}

function decide(world: Surroundings, random: Random, { invoiceId, storeId }: Excess): void {
  const choice = random.weighted({ returns: 5, keeps: 2, both: 1, lies: 1 });
  if (choice === 'returns' || choice === 'both') askBack(world, random, { invoiceId, storeId });
  if (choice === 'keeps' || choice === 'both') keep(world, random, operator(1), invoiceId, storeId);
  // A shop that would like to keep what is not its own.
  if (choice === 'lies') keep(world, random, merchantPerson(1), invoiceId, storeId);
}

function keep(
  world: Surroundings,
  random: Random,
  actor: ReturnType<typeof operator>,
  invoiceId: string,
  seenStoreId: number,
): void {
  const act = () => keepExcess({ actor, reason: 'nobody asks', invoiceId, seenStoreId });
  perform(world, random, actor.name, act, () => {
    // Their own generator for each invoice: nobody else's mind is changed by it.
    const own = random.split(Number.parseInt(invoiceId.slice(-6), 16));
    if (own.chance(500)) argue(world, own, { invoiceId, storeId: seenStoreId }, own.between(1, 4));
  });
}

/** The shop has all of it, and goes on arguing: another sum came, or nothing; and once that is believed, that it came after all. */
function argue(
  world: Surroundings,
  random: Random,
  of: { readonly invoiceId: string; readonly storeId: number },
  times: number,
): void {
  world.soon(random, 5 * minuteMs, 60 * minuteMs, () => {
    const invoice = world.store.invoices.get(of.invoiceId);
    if (invoice === undefined || times === 0 || world.timeline.now > world.plan.quietAt) return;
    const reason: DisputeReason =
      invoice.status === 'paid' ? random.pick(['invalid_sum', 'no_payment'] as const) : 'has_payment';
    const percent = BigInt(random.between(80, 130));
    const amount = reason === 'invalid_sum' ? formatAmount((invoice.askedSum * percent) / 100n, 2) : null;
    const claim = { ...of, dealId: null, reason, amount, attachment: null };
    perform(world, random, 'merchant', () => openDispute(claim));
    argue(world, random, of, times - 1);
  });
}
