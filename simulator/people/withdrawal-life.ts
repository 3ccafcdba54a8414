import { requestWithdrawal } from '../../src/commands/withdrawals/request-withdrawal.ts';
import { type Store, settlementAccountOf, storeOf } from '../../src/domain/merchants/store.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import type { Intent } from '../laws/cause-laws.ts';
import { storeIds } from '../plan.ts';
import { Random } from '../random.ts';
import { totpSeeds } from '../world-catalogue.ts';
import type { Surroundings } from './surroundings.ts';
import { idempotencyOf } from './usual-requests.ts';

const hourMs = 3_600_000;

/** A merchant takes money out, with a code of the phone: a right one, a wrong one, or one that was used a moment ago. */
export function liveWithdrawal(world: Surroundings, seed: number): void {
  const random = new Random(seed);
  const store = storeOf(world.store.catalogue, random.pick(storeIds));
  const balance = world.store.balance(settlementAccountOf(store).availableId);
  // One who has a friend among the operators stays below the limit for one person, again and again.
  if (random.chance(200)) {
    const part = (store.twoApprovalsAbove * BigInt(random.between(5, 9))) / 10n;
    for (const hours of [0, 1, 2])
      world.soon(random, hours * hourMs, (hours + 1) * hourMs, () => ask(world, random, store, part));
    return;
  }
  ask(world, random, store, (balance * BigInt(random.between(1, 12))) / 10n + 1n);
}

function ask(world: Surroundings, random: Random, store: Store, amount: bigint): void {
  const account = settlementAccountOf(store);
  const merchantId = store.merchantId as keyof typeof totpSeeds;
  const step = totpStep(world.timeline.now);
  const code = random.chance(120) ? '000000' : totpCode(totpSeeds[merchantId], step);
  const key = world.newId(random);
  const once = { once: 'always', stored: [], code: { merchantId, step } } as const satisfies Intent;
  const send = (idempotencyKey: string, intent: Intent) =>
    world.network.call({
      who: `store ${store.id}`,
      random,
      attempt() {
        const id = world.newId(random);
        world.intents.asked(id, intent);
        const command = requestWithdrawal({
          id,
          storeId: store.id,
          accountId: account.id,
          amount: formatAmount(amount, world.store.catalogue.currencies.get(account.currency)?.subunit ?? 2),
          address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
          code,
          subtractFee: random.chance(300),
        });
        return { command, idempotency: idempotencyOf(store.id, idempotencyKey) };
      },
    });
  send(key, once);
  // A program that sends two withdrawals with one code, at once or a little later.
  if (random.chance(400)) {
    const second: Intent = { ...once, stored: [] };
    world.soon(random, 0, 25_000, () => send(world.newId(random), second));
  }
}
