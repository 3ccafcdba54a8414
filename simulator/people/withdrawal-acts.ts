import type { Command } from '../../src/commands/command.ts';
import { approveWithdrawal, rejectWithdrawal, sendWithdrawalAct } from '../../src/commands/withdrawal-work.ts';
import type { Instant } from '../../src/domain/timestamp.ts';
import { countsFrom, type Withdrawal } from '../../src/domain/withdrawal.ts';
import type { World } from '../world.ts';
import { operator } from './staff.ts';

/** What the interface reads about people and sums before an act on a withdrawal is decided. */
export interface FactsBefore {
  readonly trustedSince: Instant;
  readonly daySum: bigint;
  readonly isAgreed: boolean;
}

/** An operator's acts on a withdrawal, as the interface would hand them to the service. */
export function actsOn(world: World, userId: number, seen: Withdrawal) {
  const by = { actor: operator(userId), reason: 'looked at', withdrawalId: seen.id, seen };
  const facts = () => {
    const read = {
      trustedSince: world.staff.madeAt(userId),
      daySum: daySum(world, seen),
      isAgreed: world.staff.isAgreed(seen.id),
    };
    return { isAlone: false, ...world.readBefore(read) };
  };
  return {
    approve: (): Command<Withdrawal> => approveWithdrawal({ ...by, userId, ...facts() }),
    send: (txId: string): Command<Withdrawal> => sendWithdrawalAct({ ...by, txId, ...facts() }),
    reject: (): Command<Withdrawal> => rejectWithdrawal({ ...by, ...facts() }),
  };
}

function daySum({ store, timeline }: World, seen: Withdrawal): bigint {
  const since = countsFrom(seen, timeline.now);
  let sum = 0n;
  for (const one of store.withdrawals.values()) {
    if (one.storeId === seen.storeId && one.createdAt >= since) sum += one.sum;
  }
  return sum;
}
