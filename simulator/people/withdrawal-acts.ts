import type { Command } from '../../src/commands/command.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  sendWithdrawalAct,
} from '../../src/commands/withdrawals/withdrawal-work.ts';
import { countsFrom, type StoreSum, type Withdrawal } from '../../src/domain/withdrawals/withdrawal.ts';
import { operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

/** An operator's acts on a withdrawal, as the interface would hand them to the service. */
export function actsOn(world: Surroundings, userId: number, seen: Withdrawal) {
  const by = { actor: operator(userId), reason: 'looked at', withdrawalId: seen.id, seen };
  const facts = () => {
    const read = {
      trustedSince: world.staff.madeAt(userId),
      ofDay: ofDay(world, seen),
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

function ofDay({ store, timeline }: Surroundings, seen: Withdrawal): StoreSum[] {
  const since = countsFrom(seen, timeline.now);
  const merchantOf = (storeId: number) => store.catalogue.stores.get(storeId)?.merchantId;
  const all = [...store.withdrawals.values()].filter(({ createdAt }) => createdAt >= since);
  const ofMerchant = all.filter(({ storeId }) => merchantOf(storeId) === merchantOf(seen.storeId));
  return ofMerchant.map(({ storeId, sum }) => ({ storeId, sum }));
}
