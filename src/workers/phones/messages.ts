import { type MessageOutcome, revokedOutcome } from '../../domain/phones/judge-message.ts';
import type { Phone } from '../../domain/phones/phone.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import {
  findChains,
  findUnread,
  type KeptChain,
  type LeasedPhone,
  leasePhones,
  type ReadPhone,
  releasePhones,
  storeOutcomes,
  type UnreadMessage,
} from '../../storage/phones/phone-messages.ts';
import { dropAgain, leaseAgain, storeAgain, takeAgain } from '../../storage/phones/phone-messages-again.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';
import { PhoneReader, type PhoneReaderOptions } from './phone-reader.ts';

const againMs = 500;
const phonesPerStepMax = 50;
const messagesPerPhoneMax = 20;
/** Few at a time: what comes in the meantime waits for the lease. */
const phonesAgainMax = 5;
/** Far longer than a step takes; after a crash the messages of its phones wait for so long. */
const leaseMs = 10_000;

interface MessageWorkerOptions extends PhoneReaderOptions {
  readonly catalogue: () => Catalogue;
  readonly clock: () => number;
  /** Names the leases of this process: each step has another. */
  readonly newLease: () => string;
  /** What became of a message, for metrics and alarms. */
  readonly read?: (outcome: MessageOutcome, phone: Phone) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Reads what phones have posted, each phone's messages in their order and by one worker at a time. What a message says is worked
 * out again from what is stored, and its arrival has the same reference every time: a process that dies between the two
 * leaves nothing that the next one would do twice.
 */
export function createMessageWorker(options: MessageWorkerOptions): Loop {
  return new Loop({
    pauseMs: unaskedPauseMs,
    againMs,
    isOnCall: true,
    failed: options.failed,
    step: () => step(options),
  });
}

/** What came first; what is to be read again only when nothing else waits. */
async function step(options: MessageWorkerOptions): Promise<'more' | 'idle'> {
  return (await readMessages(options)) === 'more' ? 'more' : await readAgain(options);
}

/** One step: says whether there may be more. */
export async function readMessages(options: MessageWorkerOptions): Promise<'more' | 'idle'> {
  const { pool, clock } = options;
  const lease = options.newLease();
  const now = clock();
  const leased = await leasePhones(pool, { id: lease, now, until: now + leaseMs, phonesMax: phonesPerStepMax });
  if (leased.length === 0) return 'idle';
  try {
    const unread = await findUnread(pool, leased, messagesPerPhoneMax);
    const chains = await findChains(
      pool,
      leased.map(({ phoneId }) => phoneId),
    );
    const results = await Promise.allSettled(
      leased.map((phone) => {
        const isIts = ({ phoneId }: { readonly phoneId: number }) => phoneId === phone.phoneId;
        const messages = unread.filter(({ message }) => isIts(message));
        return readPhone(options, { phone, messages, chains: chains.filter(isIts) });
      }),
    );
    const read = results.flatMap((result) =>
      result.status === 'fulfilled' && result.value !== null ? [result.value] : [],
    );
    if (read.length > 0) await storeOutcomes(pool, read, { lease, now: clock() });
    report(options, read);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    if (read.length < leased.length) await releasePhones(pool, lease);
    // New messages have woken the loop; only those that did not fit into this step are known here.
    const isFull = leased.length === phonesPerStepMax || unread.length >= messagesPerPhoneMax;
    return isFull && read.length > 0 ? 'more' : 'idle';
  } catch (error) {
    await releasePhones(pool, lease).catch(() => undefined);
    throw error;
  }
}

interface PhoneWork {
  readonly phone: LeasedPhone;
  readonly messages: readonly UnreadMessage[];
  readonly chains: readonly KeptChain[];
}

/** The messages of one phone, one after the other: what was said before decides what the next one means. */
async function readPhone(
  options: MessageWorkerOptions,
  { phone: { phoneId, makerId, isRevoked }, messages, chains }: PhoneWork,
): Promise<ReadPhone | null> {
  const catalogue = options.catalogue();
  const phone = catalogue.phones.get(phoneId);
  const last = messages.at(-1);
  if (last === undefined) return null;
  const readTo = last.message.id;
  if (isRevoked) {
    const outcomes = messages.map(({ message }) => ({ messageId: message.id, ...revokedOutcome }));
    return { phoneId, makerId, readTo, outcomes, chains: [] };
  }
  // Paired a moment ago, and this process has an older catalogue: the next look finds it.
  if (phone === undefined) return null;
  const reader = new PhoneReader(options, { catalogue, phone, chains, isLate: false });
  return { phoneId, makerId, readTo, ...(await readInOrder(reader, messages)) };
}

async function readInOrder(
  reader: PhoneReader,
  messages: readonly UnreadMessage[],
): Promise<Pick<ReadPhone, 'outcomes' | 'chains'>> {
  const outcomes: ReadPhone['outcomes'][number][] = [];
  for (const { message, earlier } of messages) {
    outcomes.push({ messageId: message.id, ...(await reader.read(message, earlier)) });
  }
  return { outcomes, chains: reader.changedChains };
}

/**
 * Messages that nobody could read before a template was switched on, once more. They are judged like any other of their age: money
 * that came before a deal began, or after it ended, is held.
 */
async function readAgain(options: MessageWorkerOptions): Promise<'more' | 'idle'> {
  const { pool, clock } = options;
  const catalogue = options.catalogue();
  const [lease, now] = [options.newLease(), clock()];
  const leased = await leaseAgain(pool, {
    id: lease,
    now,
    until: now + leaseMs,
    phonesMax: phonesAgainMax,
    catalogueVersion: catalogue.version,
  });
  if (leased.length === 0) return 'idle';
  try {
    const known = leased.flatMap(({ phoneId, makerId, isRevoked }) => {
      const phone = isRevoked ? undefined : catalogue.phones.get(phoneId);
      return phone === undefined ? [] : [{ phone, phoneId, makerId }];
    });
    const ids = known.map(({ phoneId }) => phoneId);
    const isKnown = ({ phoneId }: LeasedPhone) => ids.includes(phoneId);
    const gone = leased.filter((one) => !isKnown(one)).map(({ phoneId }) => phoneId);
    if (gone.length > 0) await dropAgain(pool, gone);
    const taken = await takeAgain(pool, ids, messagesPerPhoneMax);
    const chains = await findChains(pool, ids);
    const read: Omit<ReadPhone, 'readTo'>[] = [];
    for (const { phone, phoneId, makerId } of known) {
      const own = chains.filter((one) => one.phoneId === phoneId);
      const reader = new PhoneReader(options, { catalogue, phone, chains: own, isLate: true });
      const messages = taken.filter(({ message }) => message.phoneId === phoneId);
      read.push({ phoneId, makerId, ...(await readInOrder(reader, messages)) });
    }
    await storeAgain(pool, read, { lease, now: clock() });
    const isUnread = ({ outcome }: MessageOutcome) => outcome === 'unread' || outcome === 'ambiguous';
    report(
      options,
      read.map(({ phoneId, outcomes }) => ({ phoneId, outcomes: outcomes.filter((one) => !isUnread(one)) })),
    );
    return 'more';
  } finally {
    await releasePhones(pool, lease).catch(() => undefined);
  }
}

function report(
  { read, catalogue }: MessageWorkerOptions,
  phones: readonly Pick<ReadPhone, 'phoneId' | 'outcomes'>[],
): void {
  if (read === undefined) return;
  for (const { phoneId, outcomes } of phones) {
    const phone = catalogue().phones.get(phoneId);
    if (phone !== undefined) for (const outcome of outcomes) read(outcome, phone);
  }
}
