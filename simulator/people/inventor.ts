import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../src/commands/arrivals/resolve-arrival.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import type { Transfer } from '../evidence/bank-files.ts';
import type { Random } from '../random.ts';
import type { Line } from './bank.ts';
import { perform } from './perform.ts';
import { makerPerson } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Money that nobody has sent. */
export interface Invention extends Transfer {
  /** Told in a file of the maker's own; otherwise entered by hand. */
  readonly isInFile: boolean;
}

/**
 * A maker who saw a payer's money come and says nothing of it, but of other money over the same sum, which came before: the bank's line
 * shall be that, the payer's deal run out, and the rest go back to a sender who does not exist.
 */
export function invent(world: Surroundings, random: Random, line: Line, makerId: number): Invention | null {
  const isInFile = random.chance(300);
  const [soonestMs, latestMs] = random.pick([
    [minuteMs, 20 * minuteMs],
    [hourMs, 26 * hourMs],
  ] as const);
  const sentAt = line.sentAt - random.between(soonestMs, latestMs);
  const invention = { reference: world.bank.invent(), amount: line.amount, sentAt, isInFile };
  world.count(isInFile ? 'transfers made up in a file' : 'transfers made up');
  if (isInFile) return invention;
  const by = { actor: makerPerson(makerId), reason: 'believe me' };
  const { requisiteId } = line;
  const { reference, amount, sentAt: arrivedAt } = invention;
  world.soon(random, 0, 10 * minuteMs, () =>
    perform(world, random, by.actor.name, () =>
      recordArrival({
        ...by,
        id: world.newId(random),
        requisiteId,
        amount: formatAmount(amount, 2),
        arrivedAt,
        reference,
      }),
    ),
  );
  // With luck the bank has told of the payer's by then.
  world.soon(random, 6 * hourMs, 20 * hourMs, () => {
    const held = [...world.store.heldArrivals.keys()].map((id) => world.store.arrivals.get(id));
    const own = held.find((one) => one?.reference === reference);
    if (own === undefined) return;
    const answer = { kind: 'return', likely: world.store.likelyDeal(own) } as const;
    perform(world, random, by.actor.name, () => resolveArrival({ ...by, arrivalId: own.id, answer }));
  });
  return null;
}
