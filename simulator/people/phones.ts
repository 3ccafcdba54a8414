import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import type { Deal } from '../../src/domain/invoices/deal.ts';
import type { Requisite } from '../../src/domain/makers/requisite.ts';
import type { MessageParts, Reading } from '../../src/domain/messages/reading.ts';
import { fiat, formatAmount } from '../../src/domain/money/money.ts';
import { type BalanceChain, linkBalance, noChain } from '../../src/domain/phones/balance-chain.ts';
import {
  type EarlierMessage,
  judgeMessage,
  type ReportedArrival,
  type StoredMessage,
} from '../../src/domain/phones/judge-message.ts';
import { messageDigest } from '../../src/domain/phones/posted-messages.ts';
import type { OwnRequisite } from '../../src/domain/phones/recipient.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import { Random } from '../random.ts';
import type { Line } from './bank.ts';
import type { Surroundings } from './surroundings.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** What may be wrong with who reads messages: see the seeded bugs. */
export interface ReaderMistakes {
  readonly believesReplays?: true;
  readonly ignoresDigits?: true;
  readonly skipsBalance?: true;
  /** What a maker's phone says is taken for an operator's word. */
  readonly trustsPhones?: true;
}

/** A message with its meaning; the simulator, which wrote it, knows whether it is true. */
interface Message extends StoredMessage {
  readonly reading: Reading;
  readonly line: Line | null;
}

/**
 * Makers whose phone forwards what the bank writes. The bank tells of each transfer, with last digits, time and balance; a
 * forwarder sends it, again when it heard no answer, sometimes after a later one; and somebody who wants goods for nothing
 * writes such messages, too, as does the owner, who knows every balance and would owe less. What reads them is the service's own code, in the order in which they came.
 */
export class Phones {
  readonly #world: Surroundings;
  readonly #mistakes: ReaderMistakes;
  readonly #phones = new Map<number, Phone>();
  readonly #balances = new Map<number, bigint>();
  #messages = 0n;

  constructor(world: Surroundings, mistakes: ReaderMistakes) {
    this.#world = world;
    this.#mistakes = mistakes;
  }

  /** Money came to a requisite of a maker with a phone, and the bank writes. */
  arrived(line: Line, makerId: number): void {
    const requisite = this.#requisite(line.requisiteId);
    const random = new Random(line.seed);
    const balance = (this.#balances.get(requisite.id) ?? 1_000_000n) + line.amount;
    this.#balances.set(requisite.id, balance);
    const told = this.#write(requisite, { amount: line.amount, balance, digits: digitsOf(requisite), line });
    const post = (soonestMs: number, latestMs: number, message: Message) =>
      this.#world.soon(random, soonestMs, latestMs, () => this.#phone(makerId).take(message));
    post(secondMs, 20 * secondMs, told);
    if (random.chance(100)) post(10 * secondMs, 5 * minuteMs, told);
    // Somebody shows the phone an old message as a new one.
    if (random.chance(60)) {
      const afterMs = random.between(5 * minuteMs, 10 * 60 * minuteMs);
      this.#world.soon(random, afterMs, afterMs, () =>
        this.#phone(makerId).take({ ...told, receivedAt: this.#world.timeline.now }),
      );
    }
    // Money goes out now and then, and no message says so.
    if (random.chance(80)) this.#balances.set(requisite.id, balance - balance / 4n);
    if (random.chance(150)) this.#world.soon(random, secondMs, 30 * minuteMs, () => this.#forge(random, makerId));
    if (random.chance(100)) this.#world.soon(random, secondMs, 10 * minuteMs, () => this.#forgeLess(random, makerId));
  }

  /** By somebody else, who does not know the balance or the digits. */
  #forge(random: Random, makerId: number): void {
    const [deal, requisite] = this.#running(random, makerId) ?? [];
    if (deal === undefined || requisite === undefined) return;
    const known = (this.#balances.get(requisite.id) ?? 0n) + deal.askedSum;
    const isByDigits = random.chance(500);
    const balance = isByDigits ? known : known + BigInt(random.between(1, 10_000));
    const digits = isByDigits ? '9999' : digitsOf(requisite);
    this.#phone(makerId).take(this.#write(requisite, { amount: deal.askedSum, balance, digits, line: null }));
    this.#world.count('messages forged');
  }

  /** By the owner of the phone: everything fits, and the deal would be settled with less. */
  #forgeLess(random: Random, makerId: number): void {
    const [deal, requisite] = this.#running(random, makerId) ?? [];
    if (deal === undefined || requisite === undefined) return;
    const amount = deal.askedSum - deal.askedSum / random.pick([3n, 50n] as const);
    const balance = (this.#balances.get(requisite.id) ?? 0n) + amount;
    this.#phone(makerId).take(this.#write(requisite, { amount, balance, digits: digitsOf(requisite), line: null }));
    this.#world.count('messages forged to owe less');
  }

  /** A deal that runs on one of the maker's requisites, whose balance the phone knows: nothing gives the lie to a first message. */
  #running(random: Random, makerId: number): readonly [Deal, Requisite] | null {
    const { store } = this.#world;
    const running = this.#own(makerId).flatMap(({ id }) => [...(store.runningOn.get(id)?.keys() ?? [])]);
    const deal = store.deals.get(running.length === 0 ? '' : random.pick(running));
    if (deal === undefined || deal.requisiteId === null) return null;
    return this.#phone(makerId).knowsBalance(deal.requisiteId) ? [deal, this.#requisite(deal.requisiteId)] : null;
  }

  #write(
    { bank, currency }: Requisite,
    { amount, balance, digits, line }: { amount: bigint; balance: bigint; digits: string; line: Line | null },
  ): Message {
    const { now } = this.#world.timeline;
    const time = new Date(now + 3 * 60 * minuteMs).toISOString().slice(11, 16);
    const text = `СЧЁТ${digits} ${time} Перевод ${amount} от Олег К. Баланс: ${balance}`;
    const said = { sender: bank, title: '', text };
    const parts: MessageParts = { amount, currency, balance, time, lastDigits: digits };
    this.#messages += 1n;
    return {
      ...said,
      id: this.#messages,
      phoneId: 1,
      toldId: null,
      receivedAt: now,
      sentAt: null,
      cameAt: now,
      digest: messageDigest(said),
      reading: { kind: 'transfer', templateId: 1, templateVersion: 1, bank, parts },
      line,
    };
  }

  #phone(makerId: number): Phone {
    const known = this.#phones.get(makerId) ?? new Phone(this.#world, makerId, this.#own(makerId), this.#mistakes);
    this.#phones.set(makerId, known);
    return known;
  }

  #own(makerId: number): readonly OwnRequisite[] {
    const all = [...this.#world.store.catalogue.requisiteById.values()];
    return all.filter((one) => one.makerId === makerId).map((one) => ({ ...one, digits: [digitsOf(one)] }));
  }

  #requisite(id: number): Requisite {
    const requisite = this.#world.store.catalogue.requisiteById.get(id);
    if (requisite === undefined) throw new Error(`there is no requisite ${id}`);
    return requisite;
  }
}

function digitsOf({ id }: Pick<Requisite, 'id'>): string {
  return String(1000 + id);
}

/** One phone, whose messages are read one after the other, each until the service has said what became of it. */
class Phone {
  readonly #world: Surroundings;
  readonly #makerId: number;
  readonly #own: readonly OwnRequisite[];
  readonly #mistakes: ReaderMistakes;
  readonly #waiting: Message[] = [];
  readonly #told = new Map<string, EarlierMessage>();
  readonly #chains = new Map<number, BalanceChain>();
  readonly #arrivals = new Set<string>();
  #isReading = false;
  #taken = 0;

  constructor(world: Surroundings, makerId: number, own: readonly OwnRequisite[], mistakes: ReaderMistakes) {
    this.#world = world;
    this.#makerId = makerId;
    this.#own = own;
    this.#mistakes = mistakes;
  }

  knowsBalance(requisiteId: number): boolean {
    return this.#chains.has(requisiteId);
  }

  take(message: Message): void {
    this.#world.count('messages posted');
    this.#waiting.push({ ...message, cameAt: this.#world.timeline.now });
    this.#next();
  }

  #next(): void {
    const message = this.#isReading ? undefined : this.#waiting.shift();
    if (message === undefined) return;
    this.#taken += 1;
    const judged = this.#judge(message);
    if (judged === null) {
      this.#next();
      return;
    }
    this.#isReading = true;
    this.#submit(message, judged, new Random(this.#taken * 7919 + this.#makerId));
  }

  #judge(message: Message): ReportedArrival | null {
    const key = message.text;
    const earlier = this.#mistakes.believesReplays === true ? null : (this.#told.get(key) ?? null);
    this.#told.set(key, message);
    const phone = {
      id: this.#makerId,
      makerId: this.#makerId,
      name: 'phone',
      tokenHash: null,
      fields: {},
      timeZone: 'Europe/Moscow',
      silentAfterMs: 120_000,
      silentSince: null,
      requisites: [],
    };
    const judged = judgeMessage(message, this.#seen(message.reading), { phone, own: this.#own, earlier });
    if (judged.kind === 'over') {
      this.#world.count(`messages ${judged.outcome.outcome}`);
      return null;
    }
    const reference = this.#mistakes.believesReplays === true ? `${judged.reference} ${this.#taken}` : judged.reference;
    return { ...judged, reference };
  }

  #seen(reading: Reading): Reading {
    if (this.#mistakes.ignoresDigits !== true || reading.kind !== 'transfer') return reading;
    const first = this.#own.find(({ bank, currency }) => bank === reading.bank && currency === reading.parts.currency);
    return { ...reading, parts: { ...reading.parts, lastDigits: digitsOf(first ?? { id: 0 }) } };
  }

  #submit(message: Message, judged: ReportedArrival, random: Random): void {
    const [requisite] = judged.requisites;
    const at: Instant = message.receivedAt ?? message.cameAt;
    const { amount, balance, reference } = judged;
    const told = { amount, balance: balance ?? 0n, at };
    const { link, chain } = linkBalance(this.#chains.get(requisite.id) ?? noChain, told);
    this.#world.bank.tell(reference, message.line);
    this.#world.network.call({
      who: `phone-${this.#makerId}`,
      random,
      attempt: () => ({
        command: recordArrival({
          actor: {
            userId: null,
            name: `phone ${this.#makerId}`,
            role: this.#mistakes.trustsPhones === true ? 'operator' : 'maker',
            makerId: this.#makerId,
            merchantId: null,
          },
          reason: '',
          id: this.#world.newId(random),
          requisiteId: requisite.id,
          amount: formatAmount(fiat(amount), 2),
          arrivedAt: judged.arrivedAt,
          reference,
          message: {
            isChainBroken: link === 'broken' && this.#mistakes.skipsBalance !== true,
            isUnchecked: false,
          },
        }),
      }),
      heard: (outcome) => {
        // Nobody answers: the worker comes back to it, and to nothing after it before.
        if (outcome.kind === 'gave up') {
          this.#world.timeline.after(minuteMs, () => this.#submit(message, judged, random));
          return;
        }
        if (outcome.kind === 'done' && !this.#arrivals.has(outcome.subjectId)) {
          this.#arrivals.add(outcome.subjectId);
          this.#chains.set(requisite.id, chain);
        }
        this.#isReading = false;
        this.#next();
      },
    });
  }
}
