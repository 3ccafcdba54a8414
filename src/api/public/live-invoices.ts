import { createHash } from 'node:crypto';
import { nextExpiry } from '../../domain/invoices/expiry.ts';
import { AppError } from '../../errors/app-error.ts';
import type { EventStream, LiveEvent } from '../../http/event-stream.ts';
import type { ChangedInvoices } from '../../storage/watches/invoice-watch.ts';
import type { PayersInvoice } from './payment-page.ts';

/**
 * All invoices that somebody follows in this process, and the streams of those who follow them.
 *
 * An event is the invoice as its payer sees it now, whole; its ID is a hash of that. So a client that comes back with the ID of
 * the last event gets the present state if it is another one, from any process, and has missed nothing that still counts.
 *
 * What it costs does not grow with the number of pages: changes are heard on one connection, and what changed is read together
 * with whatever else is read at the time. Time is looked at by one timer, for all invoices, without asking the database.
 */
interface LiveOptions {
  /** Gathers what is asked for at the same time; undefined: not there. */
  readonly read: (invoiceId: string) => Promise<PayersInvoice | undefined>;
  /** As the payer sees it. The text has to be the same for as long as nothing that matters changes; `body` may say more. */
  readonly render: (state: PayersInvoice) => { readonly text: string; readonly body: string };
  readonly clock: () => number;
  /** Somebody will come back to it; it is only to be known. */
  readonly failed: (error: unknown) => void;
  readonly streamsMax: number;
  /** 0 means no limit. */
  readonly streamsPerAddressMax: number;
}

interface Followed {
  readonly id: string;
  readonly streams: Set<EventStream>;
  /** Who is on the way to following it: their first reading is under way. */
  arriving: number;
  state: PayersInvoice | null;
  eventId: string;
  /** When time will change it, by the service's clock. */
  dueAt: number;
  /** By the machine's own clock. */
  readAgainAtMs: number;
  /** The reading under way, and the one that follows it for those who asked since it began. */
  reading: Promise<void> | null;
  nextReading: Promise<void> | null;
}

/** An expired thing is shown for this long at most. */
const tickMs = 250;
/** Streams are asked this often whether they have been quiet for too long. */
const beatMs = 1_000;
/** What a process changed and did not live to announce is found this late at most. */
const readAgainMs = 60_000;
/** What an operator makes of held money may leave the invoice as it is, and is announced to nobody. Few wait for that. */
const heldAgainMs = 5_000;
const readsPerTickMax = 200;
/** After a reading that failed. */
const retryMs = 1_000;
/** 132 bits of the hash. */
const idCharacters = 22;

export class LiveInvoices {
  readonly #options: LiveOptions;
  readonly #followed = new Map<string, Followed>();
  readonly #perAddress = new Map<string, number>();
  #streams = 0;
  #timer: NodeJS.Timeout | null = null;
  #beatAtMs = 0;
  #isClosed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  get streamCount(): number {
    return this.#streams;
  }

  /** Refuses where there is no such invoice or are too many streams. `open` begins the answer, once nothing can go wrong. */
  async follow(
    wish: { readonly invoiceId: string; readonly address: string; readonly lastEventId: string | null },
    open: () => EventStream,
  ): Promise<void> {
    this.#enter(wish.address);
    const followed = this.#entry(wish.invoiceId);
    followed.arriving += 1;
    let stream: EventStream | null = null;
    let present: LiveEvent | null = null;
    try {
      // Registered first and read then: a change in between makes it be read again.
      await this.#refresh(followed);
      // Those who are here already hear it first: time may have changed something that the timer has not got to.
      present = this.#push(followed);
      if (present === null) throw new AppError('not_found');
      if (this.#isClosed) throw new AppError('overloaded');
      stream = open();
    } finally {
      followed.arriving -= 1;
      if (stream === null) this.#leave(wish.address, followed);
    }
    this.#welcome(stream, followed, wish.address);
    if (present.id !== wish.lastEventId) stream.send(present);
  }

  /** Whatever of these is followed is read again, and told to those who follow it if it looks different. */
  changed(changed: ChangedInvoices): void {
    for (const id of changed === 'all' ? this.#followed.keys() : changed) {
      const followed = this.#followed.get(id);
      if (followed !== undefined) this.#refreshLater(followed);
    }
  }

  /** Ends all streams: the server closes. Clients come back, perhaps to another process. */
  close(): void {
    this.#isClosed = true;
    for (const { streams } of this.#followed.values()) for (const stream of streams) stream.end();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #enter(address: string): void {
    const { streamsMax, streamsPerAddressMax } = this.#options;
    if (this.#isClosed || this.#streams >= streamsMax) throw new AppError('overloaded');
    const before = this.#perAddress.get(address) ?? 0;
    if (streamsPerAddressMax > 0 && before >= streamsPerAddressMax) throw new AppError('rate_limited', { seconds: 60 });
    this.#perAddress.set(address, before + 1);
    this.#streams += 1;
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  #leave(address: string, followed: Followed): void {
    this.#streams -= 1;
    const left = (this.#perAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
    if (followed.streams.size === 0 && followed.arriving === 0) this.#followed.delete(followed.id);
    if (this.#streams === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #entry(id: string): Followed {
    const known = this.#followed.get(id);
    if (known !== undefined) return known;
    const followed: Followed = {
      id,
      streams: new Set(),
      arriving: 0,
      state: null,
      eventId: '',
      dueAt: Number.POSITIVE_INFINITY,
      readAgainAtMs: 0,
      reading: null,
      nextReading: null,
    };
    this.#followed.set(id, followed);
    return followed;
  }

  #welcome(stream: EventStream, followed: Followed, address: string): void {
    followed.streams.add(stream);
    stream.onClose(() => {
      followed.streams.delete(stream);
      this.#leave(address, followed);
    });
  }

  /**
   * Reads now, or after the reading under way, which may have begun before the change the caller has heard of. All callers
   * during a reading share the next one, so none waits for more than two.
   */
  #refresh(followed: Followed): Promise<void> {
    if (followed.reading === null) return this.#begin(followed);
    followed.nextReading ??= followed.reading
      .catch(() => undefined)
      .then(() => {
        followed.nextReading = null;
        return followed.reading ?? this.#begin(followed);
      });
    return followed.nextReading;
  }

  #refreshLater(followed: Followed): void {
    this.#refresh(followed).catch((error: unknown) => this.#failed(error));
  }

  /** That the database is away is known elsewhere; anything else is a fault of ours, and somebody should hear of it. */
  #failed(error: unknown): void {
    if (!(error instanceof AppError)) this.#options.failed(error);
  }

  #begin(followed: Followed): Promise<void> {
    followed.reading = this.#read(followed);
    return followed.reading;
  }

  async #read(followed: Followed): Promise<void> {
    try {
      followed.readAgainAtMs = performance.now() + readAgainMs;
      followed.state = (await this.#options.read(followed.id)) ?? null;
      if (followed.state !== null && followed.state.heldSum !== null) {
        followed.readAgainAtMs = performance.now() + heldAgainMs;
      }
      this.#push(followed);
    } catch (error) {
      // Tried again by the timer, and not at once: the database is away.
      followed.readAgainAtMs = performance.now() + retryMs;
      throw error;
    } finally {
      // Here and not when the promise is seen to be over: a change that comes in between would start no reading.
      followed.reading = null;
    }
  }

  /** Tells those who follow it what it looks like, if that is another thing than they know. */
  #push(followed: Followed): LiveEvent | null {
    const { state } = followed;
    if (state === null) return null;
    followed.dueAt = nextExpiry(state.invoice, state.deals, this.#options.clock()) ?? Number.POSITIVE_INFINITY;
    const { text, body } = this.#options.render(state);
    const id = createHash('sha256').update(text).digest('base64url').slice(0, idCharacters);
    const event = { name: 'invoice', id, data: body };
    if (event.id !== followed.eventId) for (const stream of followed.streams) stream.send(event);
    followed.eventId = event.id;
    return event;
  }

  /** A fault here would end the process, and with it everybody's stream. */
  #pushDue(followed: Followed): void {
    try {
      this.#push(followed);
    } catch (error) {
      this.#failed(error);
    }
  }

  #tick(): void {
    const now = this.#options.clock();
    const nowMs = performance.now();
    const isBeat = nowMs - this.#beatAtMs >= beatMs;
    if (isBeat) this.#beatAtMs = nowMs;
    let reads = 0;
    for (const followed of this.#followed.values()) {
      if (followed.dueAt <= now) this.#pushDue(followed);
      if (nowMs > followed.readAgainAtMs && followed.reading === null && reads < readsPerTickMax) {
        reads += 1;
        this.#refreshLater(followed);
      }
      if (isBeat) for (const stream of followed.streams) stream.beat(nowMs);
    }
  }
}
