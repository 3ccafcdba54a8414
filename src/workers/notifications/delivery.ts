import { setTimeout as delay } from 'node:timers/promises';
import type { Notification } from '../../domain/invoices/notification.ts';
import type { EndpointEvent } from '../../domain/notifications/endpoint-event.ts';
import type { Delivered } from '../../notify/deliver.ts';
import type { Delivery, DeliveryQueue, DeliveryResult } from '../../storage/notifications/delivery-queue.ts';
import { IdleTime } from '../busyness.ts';
import { type ReceiverLimits, ReceiverLoad } from './receiver-load.ts';

/**
 * Delivers notifications. Every process runs one; they share the work through leases in the database.
 *
 * The claiming loop leases what is due and hands it to the receivers' lines. Each line sends a bounded number at a time. What
 * comes of it gathers, and the settling loop writes it down, as much at once as came while the last write was under way. A
 * process that dies keeps nothing: its leases end by the clock.
 */
interface DeliveryOptions extends ReceiverLimits {
  readonly queue: DeliveryQueue;
  readonly deliver: (message: Notification | EndpointEvent, attempt: number) => Promise<Delivered>;
  /** One could not even be made into a message. */
  readonly setAside: (delivery: Delivery, error: unknown) => void;
  /** Breaks off what is on its way. */
  readonly hangUp: () => void;
  /** Names this process's leases. */
  readonly lease: string;
  readonly clock: () => number;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  readonly pauseAfterMs: number;
  /** Until the next look, when nobody wakes it. */
  readonly idleMs?: number;
  readonly attempted?: (result: DeliveryResult, lagMs: number) => void;
  /** What came of these attempts is written down. */
  readonly settled?: (results: readonly DeliveryResult[]) => void;
  readonly paused: (origins: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

/** Claims gather for this long: under load one look at the queue serves many changes. */
const claimPauseMs = { shortest: 25, idle: 250, afterFailure: 1_000 } as const;
/** Few enough that answers are read between two claims: else every receiver would seem slow, and get more connections. */
const claimedMax = 250;
/** Results gather for this long: a transaction for each handful would cost more than the sending. */
const settlePauseMs = 20;
const settledMax = 500;
/** A lease outlives the wait for a connection and the attempt itself; what would not fit any more is given back. */
const leaseTimeouts = 4;
/** How long deliveries may still take when the service stops; after that another worker sends them again. */
const stopGraceMs = 2_000;

interface InHand {
  readonly delivery: Delivery;
  readonly claimedMs: number;
}

export class DeliveryWorker {
  readonly #options: DeliveryOptions;
  readonly #load: ReceiverLoad<InHand>;
  readonly #inHand = new Map<string, InHand>();
  readonly #idle = new IdleTime();
  readonly #stop = new AbortController();
  #results: DeliveryResult[] = [];
  /** Where the next look at the queue begins. Each goes on where the last one was full, so that everybody has their turn. */
  #from = firstReceiver;
  #isWoken = false;
  #wakeUp: (() => void) | null = null;
  #claiming: Promise<void> | null = null;
  #settling: Promise<void> | null = null;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#load = new ReceiverLoad(options);
  }

  start(): void {
    this.#claiming ??= this.#claimUntilStopped();
  }

  /** There may be something to send: no need to wait for the next look. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#claiming;
    const deadlineMs = performance.now() + stopGraceMs;
    while (this.#load.active > 0 && performance.now() < deadlineMs) await delay(10);
    const unsent = [...this.#inHand.values()].map(({ delivery }) => delivery.invoiceId);
    this.#options.hangUp();
    await this.#settling;
    const left = unsent.filter((id) => this.#inHand.has(id));
    if (left.length > 0) await this.#release(left);
  }

  async #claimUntilStopped(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false;
      const next = await this.#claim().catch((error: unknown) => {
        this.#options.failed(error);
        return 'failed' as const;
      });
      await delay(next === 'failed' ? claimPauseMs.afterFailure : claimPauseMs.shortest);
      if (next === 'idle' && !this.#isWoken) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, this.#options.idleMs ?? claimPauseMs.idle);
      this.#wakeUp = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #claim(): Promise<'more' | 'idle'> {
    const { queue, lease, clock, timeoutMs, failed } = this.#options;
    const countMax = Math.min(claimedMax, this.#load.room);
    if (countMax <= 0) return 'idle';
    const { rooms, roomDefault } = this.#load.rooms();
    const leaseMs = timeoutMs * leaseTimeouts;
    const from = this.#from;
    const claimed = await queue.claim({ lease, now: clock(), leaseMs, rooms, roomDefault, countMax, from, failed });
    const isFull = claimed.length === countMax;
    this.#from = isFull ? afterAll(claimed) : firstReceiver;
    const claimedMs = performance.now();
    const tooEarly: string[] = [];
    for (const delivery of claimed) {
      const { invoiceId, sequence } = delivery;
      const before = this.#inHand.get(invoiceId);
      if (before !== undefined) {
        // Our own lease ended while it was on its way. If somebody else has sent it, too, this is what follows it: not yet.
        if (before.delivery.sequence !== sequence) tooEarly.push(invoiceId);
        continue;
      }
      const one = { delivery, claimedMs };
      this.#inHand.set(invoiceId, one);
      this.#load.add(delivery.receiver, one);
      this.#sendNext(delivery.receiver);
    }
    if (tooEarly.length > 0) await queue.release(lease, tooEarly, clock());
    return isFull || from !== firstReceiver ? 'more' : 'idle';
  }

  #sendNext(receiver: bigint): void {
    for (let one = this.#load.begin(receiver); one !== null; one = this.#load.begin(receiver)) {
      void this.#send(one, receiver);
    }
  }

  async #send(one: InHand, receiver: bigint): Promise<void> {
    const { delivery } = one;
    const { timeoutMs } = this.#options;
    if (performance.now() - one.claimedMs > timeoutMs * (leaseTimeouts - 2)) {
      this.#load.end(receiver, null);
      await this.#release([delivery.invoiceId]);
      return;
    }
    const idleBeforeMs = this.#idle.read();
    const { outcome, status, answer, startedAt, durationMs, next } = await this.#deliver(delivery);
    const isWell = outcome === 'delivered';
    const idleMs = this.#idle.read() - idleBeforeMs;
    this.#load.end(receiver, { isWell, durationMs, idleMs });
    // Broken off by the stop: whether it arrived is not known, so it is nobody's failure and is sent again.
    if (this.#stop.signal.aborted && outcome === 'unreachable') return;
    const result = { delivery, outcome, status, answer, startedAt, durationMs, next };
    this.#options.attempted?.(result, startedAt + durationMs - delivery.createdAt);
    this.#results.push(result);
    this.#settling ??= this.#settleAll().finally(() => {
      this.#settling = null;
    });
    this.#sendNext(receiver);
  }

  /** A notification that cannot be made into a message is set aside: it must not stop the others, nor this process. */
  async #deliver(delivery: Delivery): Promise<Delivered> {
    const { deliver, setAside, clock } = this.#options;
    try {
      return await deliver(delivery.read(), delivery.attempt);
    } catch (error) {
      setAside(delivery, error);
      const answer = error instanceof Error ? error.message : String(error);
      const startedAt = clock();
      return { outcome: 'unsendable', status: null, answer, startedAt, durationMs: 0, next: { kind: 'failed' } };
    }
  }

  async #settleAll(): Promise<void> {
    const { queue, lease, clock, pauseAfterMs } = this.#options;
    while (this.#results.length > 0) {
      if (!this.#stop.signal.aborted) await delay(settlePauseMs);
      const results = this.#results.slice(0, settledMax);
      // Before the answer is here: what follows in a line can be claimed as soon as this is committed.
      for (const { delivery } of results) this.#inHand.delete(delivery.invoiceId);
      try {
        const paused = await queue.settle(results, { lease, now: clock(), pauseAfterMs });
        if (paused.length > 0) this.#options.paused(paused);
      } catch (error) {
        this.#options.failed(error);
        // Results that cannot be written now are sent again by another worker; the receiver drops the repeat.
        if (this.#stop.signal.aborted) return;
        await delay(claimPauseMs.afterFailure);
        continue;
      }
      this.#options.settled?.(results);
      this.#results = this.#results.slice(results.length);
      this.wake();
    }
  }

  async #release(invoiceIds: readonly string[]): Promise<void> {
    const { queue, lease, clock, failed } = this.#options;
    for (const id of invoiceIds) this.#inHand.delete(id);
    await queue.release(lease, invoiceIds, clock()).catch(failed);
  }
}

/** The keys of receivers are all numbers of 64 bits. */
const firstReceiver = -(2n ** 63n);

function afterAll(claimed: readonly Delivery[]): bigint {
  const last = claimed.reduce((max, { receiver }) => (receiver > max ? receiver : max), firstReceiver);
  return BigInt.asIntN(64, last + 1n);
}
