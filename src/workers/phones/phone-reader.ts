import type pg from 'pg';
import { recordArrival } from '../../commands/arrivals/record-arrival.ts';
import type { Requisite } from '../../domain/makers/requisite.ts';
import { readMessage } from '../../domain/messages/reading.ts';
import { currencyOf, formatAmount } from '../../domain/money/money.ts';
import { phoneActor } from '../../domain/people/audit.ts';
import type { MessageEvidence } from '../../domain/phones/automation.ts';
import {
  type BalanceChain,
  isBehindChain,
  isChainKnown,
  type Link,
  linkBalance,
  noChain,
  passBalance,
} from '../../domain/phones/balance-chain.ts';
import {
  type EarlierMessage,
  judgeMessage,
  type MessageOutcome,
  outcomeOfArrival,
  ownRequisites,
  type ReportedArrival,
  type StoredMessage,
} from '../../domain/phones/judge-message.ts';
import type { Phone } from '../../domain/phones/phone.ts';
import { accountOf, type OwnRequisite } from '../../domain/phones/recipient.ts';
import { momentOf } from '../../domain/phones/repeated-message.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  findMessageOfArrival,
  findOccupied,
  findToldByBank,
  type KeptChain,
} from '../../storage/phones/phone-messages.ts';

export interface PhoneReaderOptions {
  readonly pool: pg.Pool;
  readonly engine: Pick<Engine, 'submit'>;
  readonly newId: () => string;
}

interface ReadingOfPhone {
  readonly catalogue: Catalogue;
  readonly phone: Phone;
  readonly chains: readonly KeptChain[];
  /** They came a while ago, and are read again. */
  readonly isLate: boolean;
}

/** What is known of a phone while its messages are read. */
export class PhoneReader {
  readonly #options: PhoneReaderOptions;
  readonly #catalogue: Catalogue;
  readonly #phone: Phone;
  readonly #own: readonly OwnRequisite[];
  readonly #chains: Map<number, BalanceChain>;
  readonly #changed = new Set<number>();
  /** Transfers of this run, by what makes messages equal: they are newer than what was stored before. */
  readonly #told = new Map<string, EarlierMessage>();
  readonly #arrivals = new Map<string, bigint>();
  readonly #isLate: boolean;

  constructor(options: PhoneReaderOptions, { catalogue, phone, chains, isLate }: ReadingOfPhone) {
    this.#options = options;
    this.#catalogue = catalogue;
    this.#phone = phone;
    this.#isLate = isLate;
    this.#own = ownRequisites(catalogue, phone);
    this.#chains = new Map(chains.map(({ accountId, chain }) => [accountId, chain]));
  }

  get changedChains(): readonly KeptChain[] {
    const phoneId = this.#phone.id;
    return [...this.#changed].map((accountId) => ({ phoneId, accountId, chain: this.#chainOf(accountId) }));
  }

  async read(message: StoredMessage, stored: EarlierMessage | null): Promise<MessageOutcome> {
    const reading = readMessage(this.#catalogue.messageTemplates, message);
    const key = Buffer.from(message.digest).toString('base64');
    const earlier = this.#told.get(key) ?? stored;
    const judged = judgeMessage(message, reading, { phone: this.#phone, own: this.#own, earlier });
    if (reading.kind === 'transfer') this.#told.set(key, message);
    return judged.kind === 'over' ? judged.outcome : await this.#arrive(message, judged);
  }

  async #arrive(message: StoredMessage, judged: ReportedArrival): Promise<MessageOutcome> {
    const requisite = await this.#requisiteOf(judged);
    if (typeof requisite === 'string') return { ...judged.outcome, reason: requisite };
    const { amount, arrivedAt } = judged;
    const isTold = await findToldByBank(this.#options.pool, { requisiteId: requisite.id, amount, arrivedAt });
    if (isTold !== null) return { ...judged.outcome, reason: 'twice', requisiteId: requisite.id };
    const { link, evidence, accept } = this.#linkOf(message, judged, requisite);
    const id = this.#options.newId();
    try {
      const arrival = await this.#options.engine.submit(
        recordArrival({
          actor: phoneActor(this.#phone),
          reason: `message ${message.id}`,
          id,
          requisiteId: requisite.id,
          amount: formatAmount(amount, currencyOf(this.#catalogue, requisite.currency).subunit),
          arrivedAt,
          reference: judged.reference,
          message: evidence,
        }),
      );
      const told = arrival.id === id ? null : await this.#messageOf(arrival.id);
      if (told !== null) return { ...judged.outcome, outcome: 'replay', reason: String(told) };
      this.#arrivals.set(arrival.id, message.id);
      accept();
      return outcomeOfArrival(judged, arrival, link);
    } catch (error) {
      // Such as a reference that came with another sum, since a template was mended: for a person.
      if (error instanceof AppError && error.status < 500) return { ...judged.outcome, reason: 'refused' };
      throw error;
    }
  }

  /** An arrival that was there: told by another message, or by this one before a crash. */
  async #messageOf(arrivalId: string): Promise<bigint | null> {
    return this.#arrivals.get(arrivalId) ?? (await findMessageOfArrival(this.#options.pool, arrivalId));
  }

  /** Where several share the account, the one that a deal over this sum uses; or why it cannot be said. */
  async #requisiteOf({
    requisites,
    amount,
  }: ReportedArrival): Promise<Requisite | 'several_requisites' | 'several_deals'> {
    const [first, ...others] = requisites;
    if (others.length === 0) return first;
    const ids = requisites.map(({ id }) => id);
    const occupied = await findOccupied(this.#options.pool, ids, amount);
    if (occupied.length > 1) return 'several_deals';
    return requisites.find(({ id }) => id === occupied[0]) ?? 'several_requisites';
  }

  /** What the balances of the account say to the message, and how they go on when its money is in the books. */
  #linkOf(message: StoredMessage, { amount, balance }: ReportedArrival, requisite: Requisite): Linked {
    const own = this.#own.find(({ id }) => id === requisite.id);
    if (own === undefined) return unlinked;
    const accountId = accountOf(own, this.#own);
    const known = this.#chainOf(accountId);
    const at = momentOf(message);
    const accept = (chain: BalanceChain) => () => {
      this.#chains.set(accountId, chain);
      this.#changed.add(accountId);
    };
    if (balance === null) {
      if (!isChainKnown(known)) return unlinked;
      return { link: null, evidence: unchecked, accept: accept(passBalance(known, { amount, at })) };
    }
    // Read long after it came: what followed it is known, and it must not become the end of the chain.
    if (this.#isLate && isBehindChain(known, at)) return { ...unlinked, evidence: unchecked };
    const { link, chain } = linkBalance(known, { amount, balance, at });
    return { link, evidence: evidenceOf(link), accept: accept(chain) };
  }

  #chainOf(accountId: number): BalanceChain {
    return this.#chains.get(accountId) ?? noChain;
  }
}

interface Linked {
  readonly link: Link | null;
  readonly evidence: MessageEvidence;
  readonly accept: () => void;
}

const unlinked: Linked = {
  link: null,
  evidence: { isChainBroken: false, isUnchecked: false },
  accept: () => undefined,
};
const unchecked: MessageEvidence = { isChainBroken: false, isUnchecked: true };

function evidenceOf(link: Link): MessageEvidence {
  return { isChainBroken: link === 'broken', isUnchecked: false };
}
