import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../src/commands/arrivals/resolve-arrival.ts';
import type { AnyCommand } from '../../src/commands/command.ts';
import { decideDispute } from '../../src/commands/disputes/decide-dispute.ts';
import { rejectTransfer } from '../../src/commands/invoices/reject-transfer.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import { moveFunds } from '../../src/commands/ledger/move-funds.ts';
import type { Deal } from '../../src/domain/invoices/deal.ts';
import { makerOf } from '../../src/domain/makers/maker.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import type { Random } from '../random.ts';
import type { Line } from './bank.ts';
import { perform } from './perform.ts';
import { makerPerson } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const lies = {
  'settle for less': 5,
  'enter less': 3,
  'keep held money': 3,
  'see nothing': 2,
  'help oneself': 1,
} as const;

/** A maker who got a payer's money and tries every act there is to keep it. Money that came is never entered as it came. */
export function lie(world: Surroundings, random: Random, line: Line, makerId: number): void {
  world.soon(random, minuteMs, 20 * minuteMs, () => tell(world, random, line, makerId));
  // What came of it is looked at later: held money and disputes are there by then.
  world.soon(random, hourMs, 8 * hourMs, () => tell(world, random, line, makerId));
}

function tell(world: Surroundings, random: Random, line: Line, makerId: number): void {
  const command = anyLie(world, random, line, makerId);
  if (command !== null) perform(world, random, `maker-${makerId}`, () => command);
}

function anyLie(world: Surroundings, random: Random, line: Line, makerId: number): AnyCommand | null {
  const by = { actor: makerPerson(makerId), reason: 'believe me' };
  const { store } = world;
  switch (random.weighted(lies)) {
    case 'settle for less': {
      const deal = ownDeal(world, line, makerId, ['transfer_waiting', 'transfer_confirmed']);
      if (deal === null) return null;
      const amount = formatAmount(BigInt(random.between(1, 100)), 2);
      return settleDeal({ ...by, ...seen(world, deal), dealId: deal.id, amount, reportId: world.newId(random) });
    }
    case 'enter less': {
      line.isLiedAbout = true;
      const { requisiteId, reference, sentAt: arrivedAt } = line;
      const amount = formatAmount(line.amount > 1n ? line.amount / 2n : 1n, 2);
      return recordArrival({ ...by, id: world.newId(random), requisiteId, amount, arrivedAt, reference });
    }
    case 'keep held money': {
      const held = [...store.heldArrivals.keys()].map((id) => store.arrivals.get(id));
      const own = held.find((one) => one?.requisiteId === line.requisiteId);
      if (own === undefined) return null;
      return resolveArrival({ ...by, arrivalId: own.id, answer: { kind: 'return', likely: store.likelyDeal(own) } });
    }
    case 'see nothing': {
      const deal = ownDeal(world, line, makerId, ['transfer_confirmed']);
      return deal === null ? null : rejectTransfer({ ...by, ...seen(world, deal), dealId: deal.id });
    }
    case 'help oneself': {
      const { availableId, settlementCurrency: currency } = makerOf(store.catalogue, makerId);
      const owner = { kind: 'maker', id: String(makerId) } as const;
      return moveFunds({
        ...by,
        kind: 'top_up',
        id: world.newId(random),
        owner,
        availableId,
        currency,
        amount: '1000',
        askedAt: 0,
      });
    }
  }
}

/** A dispute about a liar's own deal: the liar would rather decide it than wait for an operator. */
export function judge(world: Surroundings, random: Random, invoiceId: string): void {
  world.soon(random, 0, 5 * minuteMs, () => {
    const deal = world.store.dealsOf.get(invoiceId)?.find(({ status }) => status === 'dispute');
    if (deal === undefined || deal.makerId === null || !world.makers.isLiar(deal.makerId)) return;
    const actor = makerPerson(deal.makerId);
    const decision = { kind: 'accept', amount: random.chance(500) ? '0.01' : null, next: null } as const;
    perform(world, random, actor.name, () => {
      const ids = { decisionId: world.newId(random), nextDealId: world.newId(random) };
      return decideDispute({ actor, reason: 'it is clear', ...seen(world, deal), ...ids, decision });
    });
  });
}

function ownDeal(world: Surroundings, line: Line, makerId: number, statuses: readonly Deal['status'][]): Deal | null {
  const deal = world.store.deals.get(line.meantFor ?? '');
  return deal !== undefined && deal.makerId === makerId && statuses.includes(deal.status) ? deal : null;
}

function seen(world: Surroundings, { invoiceId }: Deal): { readonly invoiceId: string; readonly seenStoreId: number } {
  return { invoiceId, seenStoreId: world.store.invoices.get(invoiceId)?.storeId ?? 1 };
}
