export interface ReceiverLimits {
  /** Connections that one receiver gets while all is well. */
  readonly connectionsPerReceiver: number;
  /** Notifications this process has in hand at most: waiting, on their way, or not yet written down. */
  readonly inHandMax: number;
}

/** Enough work in hand for this long, so that a fast receiver is kept busy and a slow one hoards nothing. */
const workAheadMs = 250;
const aheadMax = 512;
/**
 * A connection takes more time to open than a fast receiver takes to answer, and with TLS many times more. So up to this many
 * wait for one connection, as long as that means no more than this long; a receiver that is slow gets a connection for each.
 */
const perConnection = { countMax: 16, waitMaxMs: 250 } as const;
/** Everybody fails now and then; this often in a row means that something is wrong. */
const failuresInRowMax = 3;
/** Receivers without work are remembered too, so that each burst does not start afresh; but not without end. */
const rememberedMax = 10_000;

interface Line<Item> {
  readonly waiting: Item[];
  active: number;
  /** It has answered well, and not failed many times in a row since. */
  isProven: boolean;
  failuresInRow: number;
  /** Moving means of the successful ones. */
  meanMs: number;
  meanIdleMs: number;
}

/** What was learned from an attempt. */
interface ReceiverAnswer {
  readonly isWell: boolean;
  readonly durationMs: number;
  /**
   * The part of it in which this process had nothing else to do. A process that is behind with its own work sees every answer
   * late; taking that for slow receivers it would open connections, and be behind even more.
   */
  readonly idleMs: number;
}

/**
 * Who gets how many connections. A receiver that answers well gets what its work needs, up to its limit, and some work ahead;
 * one that is unknown or keeps failing gets one connection, to find out how it answers; and all of these together get at most
 * half of what this process has, so that the dead never take the place of the living.
 */
export class ReceiverLoad<Item> {
  readonly #limits: ReceiverLimits;
  readonly #lines = new Map<bigint, Line<Item>>();
  #total = 0;
  #active = 0;
  #doubtful = 0;
  /** Receivers with something in hand. */
  #busy = 0;

  constructor(limits: ReceiverLimits) {
    this.#limits = limits;
  }

  get active(): number {
    return this.#active;
  }

  /** How many more may be taken in hand. */
  get room(): number {
    return this.#limits.inHandMax - this.#total;
  }

  /** How many more each receiver may get. */
  rooms(): { rooms: ReadonlyMap<bigint, number>; roomDefault: number } {
    const doubtfulRoom = Math.floor(this.#limits.inHandMax / 2) - this.#doubtful;
    // One that has much to do must not fill what the others could use.
    const share = Math.max(this.#limits.connectionsPerReceiver, Math.floor(this.room / Math.max(1, this.#busy)));
    const rooms = new Map<bigint, number>();
    for (const [receiver, line] of this.#lines) {
      const room = Math.min(share, this.#target(line) - line.waiting.length - line.active);
      rooms.set(receiver, line.isProven || doubtfulRoom > 0 ? Math.max(0, room) : 0);
    }
    return { rooms, roomDefault: doubtfulRoom > 0 ? 1 : 0 };
  }

  add(receiver: bigint, item: Item): void {
    let line = this.#lines.get(receiver);
    if (line === undefined) {
      line = { waiting: [], active: 0, isProven: false, failuresInRow: 0, meanMs: 0, meanIdleMs: 0 };
      this.#lines.set(receiver, line);
    }
    if (line.waiting.length + line.active === 0) this.#busy += 1;
    line.waiting.push(item);
    this.#count(line, 1);
  }

  /** The next one to send to a receiver; null when nothing waits or all its connections are busy. */
  begin(receiver: bigint): Item | null {
    const line = this.#lines.get(receiver);
    if (line === undefined || line.active >= this.#connections(line)) return null;
    const item = line.waiting.shift();
    if (item === undefined) return null;
    line.active += 1;
    this.#active += 1;
    return item;
  }

  /** Null: nothing was learned about the receiver. */
  end(receiver: bigint, answer: ReceiverAnswer | null): void {
    const line = this.#lines.get(receiver);
    if (line === undefined) return;
    line.active -= 1;
    this.#active -= 1;
    this.#count(line, -1);
    if (answer !== null) this.#learn(line, answer);
    if (line.active + line.waiting.length > 0) return;
    this.#busy -= 1;
    if (this.#lines.size > rememberedMax) this.#lines.delete(receiver);
  }

  #learn(line: Line<Item>, { isWell, durationMs, idleMs }: ReceiverAnswer): void {
    const inHand = line.waiting.length + line.active;
    if (!line.isProven) this.#doubtful -= inHand;
    line.failuresInRow = isWell ? 0 : line.failuresInRow + 1;
    line.isProven = isWell || (line.isProven && line.failuresInRow < failuresInRowMax);
    if (isWell) {
      line.meanMs = line.meanMs === 0 ? durationMs : line.meanMs * 0.8 + durationMs * 0.2;
      // Fast until shown otherwise: the first answer also took the making of the connection.
      line.meanIdleMs = line.meanIdleMs * 0.8 + idleMs * 0.2;
    }
    if (!line.isProven) this.#doubtful += inHand;
  }

  #count(line: Line<Item>, change: number): void {
    this.#total += change;
    if (!line.isProven) this.#doubtful += change;
  }

  #target(line: Line<Item>): number {
    if (!line.isProven) return 1;
    const ahead = workAheadMs / Math.max(1, line.meanMs);
    return Math.min(aheadMax, Math.ceil(this.#limits.connectionsPerReceiver * Math.max(1, ahead)));
  }

  #connections(line: Line<Item>): number {
    if (!line.isProven) return 1;
    const inTime = Math.floor(perConnection.waitMaxMs / Math.max(1, line.meanIdleMs));
    const each = Math.min(perConnection.countMax, Math.max(1, inTime));
    return Math.min(this.#limits.connectionsPerReceiver, Math.ceil((line.waiting.length + line.active) / each));
  }
}
