import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import { Random } from '../random.ts';
import type { Line } from './bank.ts';
import { lie } from './liars.ts';
import { perform } from './perform.ts';
import { Phones, type ReaderMistakes } from './phones.ts';
import { makerPerson, operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

/** How makers notice money. `by hand`: they say "it came"; the bank's list is entered later, and finds the deal paid. */
const makerKinds = {
  program: 22,
  'bank file': 14,
  phone: 20,
  'by hand': 12,
  wrong: 10,
  slow: 8,
  offline: 5,
  liar: 9,
} as const;
type MakerKind = keyof typeof makerKinds;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export class Makers {
  readonly #world: Surroundings;
  readonly #kinds = new Map<number, MakerKind>();
  readonly #phones: Phones;

  constructor(world: Surroundings, random: Random, mistakes: ReaderMistakes) {
    this.#world = world;
    this.#phones = new Phones(world, mistakes);
    for (const id of world.store.catalogue.makers.keys()) this.#kinds.set(id, random.weighted(makerKinds));
  }

  isLiar(makerId: number): boolean {
    return this.#kinds.get(makerId) === 'liar';
  }

  hasPhone(makerId: number): boolean {
    return this.#kinds.get(makerId) === 'phone';
  }

  /** Money came to one of their requisites. */
  arrived(line: Line): void {
    const requisite = this.#world.store.catalogue.requisiteById.get(line.requisiteId);
    if (requisite === undefined) return;
    const { makerId } = requisite;
    if (!this.#world.statements.arrived(line, makerId)) return;
    const random = new Random(line.seed);
    switch (this.#kinds.get(makerId) ?? 'program') {
      case 'program':
        this.#enter(line, random, makerId, 2_000, minuteMs);
        // A list that is imported twice, at the same time or later.
        if (random.chance(100)) this.#enter(line, random, null, 2_000, hourMs);
        return;
      case 'bank file':
        // Operators bring the bank's own file in every few minutes: what it tells is nobody's word.
        this.#enter(line, random, null, 10_000, 5 * minuteMs);
        return;
      case 'phone':
        this.#phones.arrived(line, makerId);
        return;
      case 'by hand':
        this.#settle(line, random, makerId, null);
        this.#enter(line, random, makerId, hourMs, 12 * hourMs);
        return;
      case 'wrong':
        this.#settle(line, random, makerId, random.chance(300) ? line.amount + 100n : null);
        this.#enter(line, random, makerId, 10 * minuteMs, 12 * hourMs);
        return;
      case 'slow':
        this.#enter(line, random, makerId, 10 * minuteMs, 5 * hourMs);
        return;
      case 'liar':
        lie(this.#world, random, line, makerId);
        // In the end an operator looks into the bank's list.
        this.#enter(line, random, null, 6 * hourMs, 20 * hourMs);
        return;
      case 'offline':
        this.#enter(line, random, null, 6 * hourMs, 20 * hourMs);
        return;
    }
  }

  /** The maker, or an operator for one who is away, enters what the bank's list says. */
  #enter(line: Line, random: Random, makerId: number | null, soonestMs: number, latestMs: number): void {
    const actor = makerId === null ? operator(1) : makerPerson(makerId);
    this.#world.soon(random, soonestMs, latestMs, () => enterLine(this.#world, random, line, actor));
  }

  /** The maker looks for the deal the money is for, as far as one can tell by the sum. */
  #settle(line: Line, random: Random, makerId: number, typed: bigint | null): void {
    const actor = makerPerson(makerId);
    this.#world.soon(random, minuteMs, 20 * minuteMs, () => {
      const { store } = this.#world;
      const [running = ''] = store.runningOn.get(line.requisiteId)?.keys() ?? [];
      const id = store.dealOfPair(line.requisiteId, line.amount)?.dealId ?? running;
      const deal = store.deals.get(id);
      const invoice = store.invoices.get(deal?.invoiceId ?? '');
      if (deal === undefined || invoice === undefined) return;
      const amount = typed ?? line.amount;
      this.#world.network.call({
        who: actor.name,
        random,
        attempt: () => ({
          command: settleDeal({
            actor,
            reason: '',
            invoiceId: deal.invoiceId,
            dealId: deal.id,
            seenStoreId: invoice.storeId,
            amount: formatAmount(amount, 2),
            reportId: this.#world.newId(random),
          }),
        }),
      });
    });
  }
}

/** As the bank's list has it. */
export function enterLine(world: Surroundings, random: Random, line: Line, actor = operator(1)): void {
  const { requisiteId, reference, sentAt: arrivedAt } = line;
  const amount = formatAmount(line.amount, 2);
  perform(world, random, actor.name, () =>
    recordArrival({ actor, reason: '', id: world.newId(random), requisiteId, amount, arrivedAt, reference }),
  );
}
