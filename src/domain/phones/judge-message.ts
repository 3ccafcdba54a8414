import type { Arrival } from '../arrivals/arrival.ts';
import type { Requisite, Requisites } from '../makers/requisite.ts';
import type { Reading } from '../messages/reading.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Link } from './balance-chain.ts';
import type { Phone } from './phone.ts';
import type { PostedMessage } from './posted-messages.ts';
import { type OwnRequisite, recipientOf } from './recipient.ts';
import { arrivalReference, momentOf, repetitionOf, type SeenMessage, toldMoment } from './repeated-message.ts';

/** A message as it is kept. */
export interface StoredMessage extends PostedMessage, SeenMessage {
  readonly id: bigint;
  readonly phoneId: number;
  readonly cameAt: Instant;
  /** Of sender, title and text. */
  readonly digest: Uint8Array;
}

/** The newest equal one of the phone that was read as a transfer. */
export interface EarlierMessage extends SeenMessage {
  readonly id: bigint;
}

/**
 * What becomes of a message. `settled`: its arrival has paid a deal. `held`: a person decides, about its arrival where there is one.
 * `replay`: an earlier message has told the same. `stopped`: it is not about money that came. `unread`, `ambiguous`: no
 * template reads it, or several do.
 */
export const outcomes = {
  settled: 'settled',
  held: 'held',
  replay: 'replay',
  stopped: 'stopped',
  unread: 'unread',
  ambiguous: 'ambiguous',
} as const;
export type Outcome = keyof typeof outcomes;

/**
 * Why a message is held before it becomes an arrival. `no_requisite`: the phone has none of this bank. `other_digits`: the last
 * digits fit none of the phone's. `several_requisites`: nothing says which of them. `several_deals`: deals over this sum
 * run on several that share the account. `equal_message`: a second transfer or the same one again, nobody can know.
 * `refused`: what the message says is refused by the books. `phone_revoked`: the phone was revoked before it was read.
 */
export const messageReasons = {
  no_requisite: 'no_requisite',
  other_digits: 'other_digits',
  several_requisites: 'several_requisites',
  several_deals: 'several_deals',
  equal_message: 'equal_message',
  refused: 'refused',
  phone_revoked: 'phone_revoked',
} as const;

export interface MessageOutcome {
  readonly outcome: Outcome;
  /** Why it is held, the stop word, the templates that all read it, or the ID of the message that it repeats. */
  readonly reason: string | null;
  readonly template: { readonly id: number; readonly version: number } | null;
  readonly requisiteId: number | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly balance: bigint | null;
  readonly link: Link | null;
  readonly arrivalId: string | null;
}

const nothing = {
  template: null,
  requisiteId: null,
  amount: null,
  currency: null,
  balance: null,
  link: null,
  arrivalId: null,
} as const;

export const revokedOutcome: MessageOutcome = { ...nothing, outcome: 'held', reason: 'phone_revoked' };

/** Money that a phone's message reports for one of these requisites. */
export interface ReportedArrival {
  readonly kind: 'arrival';
  readonly requisites: readonly [Requisite, ...Requisite[]];
  readonly amount: bigint;
  readonly balance: bigint | null;
  readonly arrivedAt: Instant;
  readonly reference: string;
  readonly outcome: MessageOutcome;
}

type Judgement = { readonly kind: 'over'; readonly outcome: MessageOutcome } | ReportedArrival;

/** What a message is, before anything is asked of the books. */
export function judgeMessage(
  message: StoredMessage,
  reading: Reading,
  {
    phone,
    own,
    earlier,
  }: { readonly phone: Phone; readonly own: readonly OwnRequisite[]; readonly earlier: EarlierMessage | null },
): Judgement {
  switch (reading.kind) {
    case 'unread':
      return { kind: 'over', outcome: { ...nothing, outcome: 'unread', reason: null } };
    case 'stopped':
      return { kind: 'over', outcome: { ...nothing, outcome: 'stopped', reason: reading.word } };
    case 'ambiguous':
      return { kind: 'over', outcome: { ...nothing, outcome: 'ambiguous', reason: reading.templates.join(', ') } };
    case 'transfer':
      return judgeTransfer(message, reading, phone, own, earlier);
  }
}

function judgeTransfer(
  message: StoredMessage,
  { templateId, templateVersion, bank, parts }: Extract<Reading, { kind: 'transfer' }>,
  phone: Phone,
  own: readonly OwnRequisite[],
  earlier: EarlierMessage | null,
): Judgement {
  const { amount, currency } = parts;
  const balance = parts.balance ?? null;
  const template = { id: templateId, version: templateVersion };
  const read = { ...nothing, template, amount, currency, balance };
  const over = (outcome: Outcome, reason: string): Judgement => ({
    kind: 'over',
    outcome: { ...read, outcome, reason },
  });
  const told = { hasTime: parts.time !== undefined, hasBalance: balance !== null };
  const repetition = repetitionOf(message, earlier, told);
  if (repetition === 'replay') return over('replay', String(earlier?.id ?? ''));
  if (repetition === 'doubtful') return over('held', 'equal_message');
  const recipient = recipientOf(own, { bank, currency, lastDigits: parts.lastDigits ?? null });
  if (recipient.kind === 'unknown') return over('held', recipient.reason);
  const heardAt = momentOf(message);
  const toldAt = toldMoment(parts, heardAt, phone.timeZone);
  return {
    kind: 'arrival',
    requisites: recipient.requisites,
    amount,
    balance,
    // The earliest that anything says: money is not taken for that of a deal which began after it.
    arrivedAt: Math.min(heardAt, toldAt ?? heardAt, message.sentAt ?? heardAt),
    reference: arrivalReference(message.phoneId, message.digest, toldAt ?? heardAt),
    outcome: { ...read, outcome: 'held', reason: null },
  };
}

/** The phone's requisites as the catalogue has them now. */
export function ownRequisites(catalogue: Pick<Requisites, 'requisiteById'>, phone: Phone): readonly OwnRequisite[] {
  return phone.requisites.flatMap(({ requisiteId, digits }) => {
    const requisite = catalogue.requisiteById.get(requisiteId);
    return requisite === undefined ? [] : [{ ...requisite, digits }];
  });
}

/** Under which a person enters its money. */
export function messageReference(id: bigint): string {
  return `message ${id}`;
}

/** What became of it, once its money is in the books. */
export function outcomeOfArrival(judged: ReportedArrival, arrival: Arrival, link: Link | null): MessageOutcome {
  const { id: arrivalId, requisiteId, status, exception } = arrival;
  const outcome = status === 'matched' ? 'settled' : 'held';
  return { ...judged.outcome, outcome, reason: exception, requisiteId, link, arrivalId };
}
