import { keepExcess } from '../../src/commands/keep-excess.ts';
import type { Excess } from '../../src/domain/excess.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { perform } from './perform.ts';
import { askBack } from './refund-life.ts';
import { merchantPerson, operator } from './staff.ts';

/** Nobody looks at everything. */
const perRoundMax = 3;

/** What payers have sent too much: the shop gives it back, an operator lets it keep it, both at once, or nobody cares. */
export function lookAfterExcesses(world: World, random: Random): void {
  const { store, timeline, plan } = world;
  // A return may take a day, and the world has to come to rest.
  if (timeline.now > plan.quietAt) return;
  const isOpen = ({ sum, keptAt, invoiceId }: Excess) =>
    sum > 0n && keptAt === null && store.refundsOf(invoiceId).every(({ payoutId }) => hasFailed(world, payoutId));
  const held = [...store.tables.excesses.values()].filter(isOpen);
  for (let count = Math.min(held.length, perRoundMax); count > 0; count--) decide(world, random, random.pick(held));
}

function hasFailed({ store }: World, payoutId: string | null): boolean {
  const { status } = store.invoices.get(payoutId ?? '') ?? { status: 'canceled' };
  return status === 'canceled' || status === 'expired';
}

function decide(world: World, random: Random, { invoiceId, storeId }: Excess): void {
  const choice = random.weighted({ returns: 5, keeps: 2, both: 1, lies: 1 });
  if (choice === 'returns' || choice === 'both') askBack(world, random, { invoiceId, storeId });
  if (choice === 'keeps' || choice === 'both') keep(world, random, operator(1), invoiceId, storeId);
  // A shop that would like to keep what is not its own.
  if (choice === 'lies') keep(world, random, merchantPerson(1), invoiceId, storeId);
}

function keep(
  world: World,
  random: Random,
  actor: ReturnType<typeof operator>,
  invoiceId: string,
  seenStoreId: number,
): void {
  perform(world, random, actor.name, () => keepExcess({ actor, reason: 'nobody asks', invoiceId, seenStoreId }));
}
