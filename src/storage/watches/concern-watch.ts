import type { Concern, Concerns } from '../../domain/state/concerns.ts';
import type { Channel } from '../database/channel.ts';

/** Of 30 bytes each at most, with its comma, below the 8,000 that one message may have. */
const concernsPerMessage = 250;
/** More than so many within one pause: everybody is told to look at everything. */
const concernsMax = 2_500;
/**
 * Concerns of this long are told together, so that a process sends four times a second at most, however many invoices are made.
 * The first after a quiet time is told at once: one act of a person waits for nothing.
 */
const pauseMs = 250;
const everything = '*';
const name = 'quittance_concerns';

/**
 * Tells every process on the database what has changed of whom, so that those who look at it can look again. Lost with the
 * process, like what `InvoiceWatch` says: listeners look again once a minute anyway.
 */
export class ConcernWatch {
  readonly #channel: Channel;
  #listener: (concerns: Concerns) => void = () => undefined;
  #pending = new Set<Concern>();
  #isTooMuch = false;
  /** What the other processes have yet to hear; `all` when they do not know any more what they have missed. */
  #unsent: Concerns = new Set();
  #isSending = false;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.add({
      name,
      heard: (payload) => this.#listener(payload === everything ? 'all' : new Set(payload.split(',') as Concern[])),
      listening: () => {
        this.#listener('all');
        void this.#send();
      },
    });
  }

  /** There is one listener per process. It hears what this process says, too. */
  listen(listener: (concerns: Concerns) => void): void {
    this.#listener = listener;
  }

  /** Returns at once: a change does not wait for its watchers. */
  announce(concerns: Iterable<Concern>): void {
    for (const concern of concerns) this.#pending.add(concern);
    if (this.#pending.size === 0) return;
    if (this.#pending.size > concernsMax) {
      this.#pending.clear();
      this.#isTooMuch = true;
    }
    const waitMs = Math.max(0, this.#toldAtMs + pauseMs - performance.now());
    this.#timer ??= setTimeout(() => this.#tell(), waitMs).unref();
  }

  #tell(): void {
    this.#timer = null;
    this.#toldAtMs = performance.now();
    const concerns = this.#isTooMuch ? 'all' : this.#pending;
    this.#pending = new Set();
    this.#isTooMuch = false;
    this.#listener(concerns);
    this.#unsent = together(this.#unsent, concerns);
    void this.#send();
  }

  /** One statement is under way at a time; later concerns go together with the next. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#unsent === 'all' || this.#unsent.size > 0) {
        const concerns = this.#unsent;
        this.#unsent = new Set();
        await this.#channel.send(name, concerns === 'all' ? [everything] : messagesOf([...concerns]));
      }
    } catch {
      // The connection is gone. When there is a new one, the others are told to look at everything.
      this.#unsent = 'all';
    } finally {
      this.#isSending = false;
    }
  }
}

function together(one: Concerns, other: Concerns): Concerns {
  if (one === 'all' || other === 'all') return 'all';
  const both = new Set([...one, ...other]);
  return both.size > concernsMax ? 'all' : both;
}

function messagesOf(concerns: readonly Concern[]): string[] {
  const messages: string[] = [];
  for (let start = 0; start < concerns.length; start += concernsPerMessage) {
    messages.push(concerns.slice(start, start + concernsPerMessage).join(','));
  }
  return messages;
}
