import type { Actor } from '../../domain/people/audit.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { type Concerns, concernsOfSettings, hearing, type Topic } from '../../domain/state/concerns.ts';
import { AppError } from '../../errors/app-error.ts';
import type { EventStream } from '../../http/event-stream.ts';

/**
 * The streams of all who are signed in and follow what changes, in this process.
 *
 * An event names topics and nothing else: the client then reads what has changed, under its usual rights. So nothing of others
 * can get into a stream, and nothing is kept for clients that come back: they read everything once.
 *
 * A stream lasts no longer than what it was opened with. Signing out is heard of at once, from whichever process; whatever else
 * ends a session, its own time above all, is found by asking now and then.
 */
interface ConsoleStreamsOptions {
  readonly catalogue: () => Catalogue;
  /** It will be tried again; it is only to be known. */
  readonly failed: (error: unknown) => void;
}

interface Follower {
  readonly actor: Actor;
  /** What it was opened with: a session, or a script's tokens. */
  readonly session: string;
  /** Whether that still opens it. */
  readonly isAllowed: () => Promise<boolean>;
}

interface Followed extends Follower {
  readonly stream: EventStream;
  readonly topics: Set<Topic>;
  toldAtMs: number;
  checkedAtMs: number;
}

/** Each takes some 20 KB of memory and one open connection. There are fewer people at work than payers. */
export const streamsMax = 2_000;
/** Windows of one browser, or a person's scripts. Browsers open six connections at most to a service that is not behind HTTP/2. */
export const streamsPerSessionMax = 12;
/** Two machines' windows. A login that was stolen can be signed in as often as one likes. */
export const streamsPerPersonMax = 24;
const tickMs = 250;
/** One stream says something this often at most: two topics of one act go together, and a busy day is not a flood. */
const toldPauseMs = 500;
/** Streams are asked this often whether they have been quiet for too long. */
const beatMs = 1_000;
/** A session that ended unheard is found this late at most, unless there are thousands of streams. */
const checkAgainMs = 20_000;
const checksPerTickMax = 50;

export class ConsoleStreams {
  readonly #options: ConsoleStreamsOptions;
  readonly #followed = new Set<Followed>();
  #timer: NodeJS.Timeout | null = null;
  #beatAtMs = 0;
  #isClosed = false;

  constructor(options: ConsoleStreamsOptions) {
    this.#options = options;
  }

  get streamCount(): number {
    return this.#followed.size;
  }

  /** Refuses where there are too many. `open` begins the answer, once nothing can go wrong. */
  follow(follower: Follower, open: () => EventStream): void {
    if (this.#isClosed || this.#followed.size >= streamsMax) throw new AppError('overloaded');
    const ofPerson = [...this.#followed].filter(({ actor }) => actor.userId === follower.actor.userId);
    const ofSession = ofPerson.filter(({ session }) => session === follower.session);
    if (ofPerson.length >= streamsPerPersonMax || ofSession.length >= streamsPerSessionMax) {
      throw new AppError('rate_limited', { seconds: 60 });
    }
    const followed: Followed = {
      ...follower,
      stream: open(),
      topics: new Set(),
      toldAtMs: Number.NEGATIVE_INFINITY,
      checkedAtMs: performance.now(),
    };
    this.#followed.add(followed);
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
    followed.stream.onClose(() => this.#leave(followed));
  }

  /** Tells each of what concerns them. */
  heard(concerns: Concerns): void {
    if (this.#followed.size === 0) return;
    const topicsOf = hearing(concerns, this.#options.catalogue());
    const nowMs = performance.now();
    for (const followed of this.#followed) {
      for (const topic of topicsOf(followed.actor)) followed.topics.add(topic);
      this.#tell(followed, nowMs);
      // Of what may have been missed with the rest, the timer takes care: not of all of them at once.
      const { userId } = followed.actor;
      if (concerns === 'all') followed.checkedAtMs = Number.NEGATIVE_INFINITY;
      else if (userId !== null && concerns.has(`session u${userId}`)) this.#checkLater(followed);
    }
  }

  /** Every process has the catalogue in memory, so each finds out by itself what is new in it. */
  settingsReplaced(before: Catalogue, after: Catalogue): void {
    if (this.#followed.size > 0) this.heard(concernsOfSettings(before, after));
  }

  /** Ends all streams: the server closes. Clients come back, perhaps to another process. */
  close(): void {
    this.#isClosed = true;
    for (const { stream } of this.#followed) stream.end();
    this.#stopTimer();
  }

  #leave(followed: Followed): void {
    this.#followed.delete(followed);
    if (this.#followed.size === 0) this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tell(followed: Followed, nowMs: number): void {
    if (followed.topics.size === 0 || nowMs - followed.toldAtMs < toldPauseMs) return;
    followed.stream.send({ name: 'changed', data: JSON.stringify({ topics: [...followed.topics] }) });
    followed.topics.clear();
    followed.toldAtMs = nowMs;
  }

  #tick(): void {
    const nowMs = performance.now();
    const isBeat = nowMs - this.#beatAtMs >= beatMs;
    if (isBeat) this.#beatAtMs = nowMs;
    let checks = 0;
    for (const followed of this.#followed) {
      this.#tell(followed, nowMs);
      if (isBeat) followed.stream.beat(nowMs);
      if (nowMs - followed.checkedAtMs < checkAgainMs || checks >= checksPerTickMax) continue;
      checks += 1;
      this.#checkLater(followed);
    }
  }

  #checkLater(followed: Followed): void {
    this.#check(followed).catch((error: unknown) => {
      // That the database is away is known elsewhere; the stream stays, and is looked at again.
      if (!(error instanceof AppError)) this.#options.failed(error);
    });
  }

  async #check(followed: Followed): Promise<void> {
    followed.checkedAtMs = performance.now();
    if (!(await followed.isAllowed())) followed.stream.end();
  }
}
