import type { Notification } from '../src/domain/invoices/notification.ts';
import { type AttemptOutcome, afterAttempt, outcomeOfStatus } from '../src/domain/notifications/delivery.ts';
import type { Instant } from '../src/domain/text/timestamp.ts';
import type { History } from './history.ts';
import { LawBroken, mustHold } from './laws/law-broken.ts';
import type { Random } from './random.ts';
import type { MemoryStore } from './store/memory-store.ts';
import type { Timeline } from './timeline.ts';

const deliveryLaws = {
  stored: 'a merchant is told only what is stored',
  order: 'a merchant is told in order, and of everything until it gives up',
  pause: 'a receiver is left alone between attempts',
  ended: 'every notification has been taken or given up in the end',
} as const;

interface DeliveryWorld {
  readonly store: MemoryStore;
  readonly timeline: Timeline;
  readonly history: History;
  readonly random: Random;
  count(what: string): void;
}

/** Where the notifications of one invoice stand. */
interface Queue {
  /** Taken, or given up: the next one to send has this number plus one. */
  settled: number;
  attempts: number;
  dueAt: Instant | null;
  /** The newest one that the merchant has received. */
  seen: number;
  readonly givenUp: Set<number>;
}

const shortestPauseMs = 60_000;

/** What a receiver does with a notification when it is not away, in a thousand. */
const receiverMoods = { taken: 950, error: 20, 'answer lost': 15, redirect: 5, unreachable: 8, gone: 2 } as const;

/** Sends notifications as the delivery rules say, to receivers that fail, lose answers, or have had enough. */
export class Deliveries {
  readonly #world: DeliveryWorld;
  readonly #queues = new Map<string, Queue>();
  readonly #outages = new Map<number, Instant>();

  constructor(world: DeliveryWorld) {
    this.#world = world;
  }

  outage(storeId: number, until: Instant): void {
    this.#outages.set(storeId, Math.max(until, this.#outages.get(storeId) ?? 0));
  }

  /** There is something new to tell about the invoice; called when it is committed. */
  written(notification: Notification): void {
    const { id, notificationUrl } = notification.invoice;
    if (notificationUrl === '') return;
    let queue = this.#queues.get(id);
    if (queue === undefined) {
      queue = { settled: 0, attempts: 0, dueAt: null, seen: 0, givenUp: new Set() };
      this.#queues.set(id, queue);
    }
    if (queue.dueAt === null) this.#plan(id, queue, this.#world.timeline.now + 100);
  }

  /** The merchant's program gets a notification: may it be told this, and now? */
  receive(notification: Notification): void {
    const { id, sequence } = notification.invoice;
    const stored = this.#world.store.notifications.get(id)?.some((one) => one === notification);
    mustHold(stored === true, deliveryLaws.stored, id, () => `number ${sequence} is not in the store`);
    const queue = this.#queues.get(id);
    if (queue === undefined) throw new LawBroken(deliveryLaws.order, id, 'nothing is to be told');
    for (let missed = queue.seen + 1; missed < sequence; missed++) {
      mustHold(queue.givenUp.has(missed), deliveryLaws.order, id, () => `number ${sequence} without ${missed}`);
    }
    queue.seen = Math.max(queue.seen, sequence);
  }

  /** At the end of the world nothing may be waiting any more. */
  ended(): void {
    for (const [id, { settled }] of this.#queues) {
      const written = this.#world.store.notifications.get(id)?.length ?? 0;
      mustHold(settled === written, deliveryLaws.ended, id, () => `${settled} of ${written}`);
    }
  }

  #plan(id: string, queue: Queue, at: Instant): void {
    queue.dueAt = at;
    this.#world.timeline.at(at, () => this.#attempt(id, queue));
  }

  #attempt(id: string, queue: Queue): void {
    const { store, timeline, random, history } = this.#world;
    const notification = store.notifications.get(id)?.[queue.settled];
    queue.dueAt = null;
    if (notification === undefined) return;
    const { outcome, isReceived } = this.#send(notification);
    if (isReceived) this.receive(notification);
    this.#world.count(`notifications ${outcome}`);
    history.mix(timeline.now, queue.settled);
    if (history.isTold) history.tell(timeline.now, `receiver ${notification.invoice.storeId}`, `${id}: ${outcome}`);
    // The sender died between the answer and writing it down: the attempt counts for nothing, and is made again.
    if (random.chance(4)) {
      this.#plan(id, queue, timeline.now + 30_000);
      return;
    }
    queue.attempts += 1;
    const next = afterAttempt({ ordinal: queue.attempts, outcome, endedAt: timeline.now, askedPauseMs: null });
    if (next.kind === 'again') {
      const isPause = next.at - timeline.now >= shortestPauseMs;
      mustHold(isPause, deliveryLaws.pause, id, () => `again after ${next.at - timeline.now} ms`);
      this.#plan(id, queue, next.at);
      return;
    }
    if (next.kind === 'failed') queue.givenUp.add(queue.settled + 1);
    queue.settled += 1;
    queue.attempts = 0;
    const more = (store.notifications.get(id)?.length ?? 0) > queue.settled;
    if (more) this.#plan(id, queue, timeline.now + 10);
  }

  #send({ invoice }: Notification): { outcome: AttemptOutcome; isReceived: boolean } {
    const { timeline, random } = this.#world;
    if (timeline.now < (this.#outages.get(invoice.storeId) ?? 0)) {
      return { outcome: random.pick(['unreachable', 'refused', 'timeout'] as const), isReceived: false };
    }
    switch (random.weighted(receiverMoods)) {
      case 'taken':
        return { outcome: outcomeOfStatus(random.pick([200, 204])), isReceived: true };
      case 'error':
        return { outcome: outcomeOfStatus(random.pick([400, 500, 503])), isReceived: random.chance(500) };
      case 'redirect':
        return { outcome: outcomeOfStatus(302), isReceived: false };
      case 'answer lost':
        return { outcome: 'timeout', isReceived: true };
      case 'unreachable':
        return { outcome: 'unreachable', isReceived: false };
      case 'gone':
        return { outcome: outcomeOfStatus(410), isReceived: false };
    }
  }
}
