import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';

/** Where a read goes. */
export interface ReadingPlace {
  readonly pool: pg.Pool;
  /** Null: everything that was done before the question is there. Else what was done after it may be missing. */
  readonly asOf: Instant | null;
  readonly isReplica: boolean;
}

interface ReplicaOptions {
  readonly primary: pg.Pool;
  /** Null: there is none, and everything is read where it is written. */
  readonly replica: pg.Pool | null;
  /** A replica further behind is not read. */
  readonly lagMaxMs: number;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}

/** Most replicas are milliseconds behind: they are waited for, and then nothing is missing. */
const waitedMs = 150;
const askedAgainMs = 10;

/**
 * Chooses where lists, searches, reports and exports are read. The primary says how far it is, and the replica is read once
 * it has come as far: such a read is as fresh as one of the primary. Only when that takes too long is it read as it was a
 * moment ago; and then not by a person who did something since.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  /** When the replica was last known to have everything. */
  #currentAt: Instant = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  get isThere(): boolean {
    return this.#options.replica !== null;
  }

  async placeFor(userId: number): Promise<ReadingPlace> {
    const { primary, replica, lagMaxMs, clock } = this.#options;
    const here = { pool: primary, asOf: null, isReplica: false };
    if (replica === null) return here;
    try {
      if (await this.#isCurrent()) return { pool: replica, asOf: null, isReplica: true };
      const asOf = this.#currentAt;
      if (clock() - asOf > lagMaxMs || (await hasActedSince(primary, userId, asOf))) return here;
      return { pool: replica, asOf, isReplica: true };
    } catch (error) {
      this.#fails(error);
      return here;
    }
  }

  /** How far it is behind; NaN while that is not known. */
  async behindMs(): Promise<number> {
    const isCurrent = await this.#isCurrent().catch((error) => {
      this.#fails(error);
      return false;
    });
    if (isCurrent) return 0;
    const behindMs = this.#options.clock() - this.#currentAt;
    return Number.isFinite(behindMs) ? behindMs : Number.NaN;
  }

  /** Waits a moment for the replica to come as far as the primary is now. */
  async #isCurrent(): Promise<boolean> {
    const { primary, replica, clock } = this.#options;
    if (replica === null) return true;
    const askedAt = clock();
    const { rows } = await primary.query('select pg_current_wal_flush_lsn()::text as position');
    const position = rows[0].position as string;
    for (let waited = 0; ; waited += askedAgainMs) {
      if (await hasReached(replica, position)) {
        this.#currentAt = askedAt;
        this.#isFailing = false;
        return true;
      }
      if (waited >= waitedMs) return false;
      await delay(askedAgainMs);
    }
  }

  /** Said once, not with every read. */
  #fails(error: unknown): void {
    if (!this.#isFailing) this.#options.failed(error);
    this.#isFailing = true;
  }
}

async function hasReached(replica: pg.Pool, position: string): Promise<boolean> {
  const { rows } = await replica.query(
    'select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReached"',
    [position],
  );
  // A server that was promoted, or was never a replica, has a history of its own.
  if (rows[0].isReplica !== true) throw new Error('DATABASE_REPLICA_URL names a server that is not a replica');
  return rows[0].isReached === true;
}

async function hasActedSince(primary: pg.Pool, userId: number, since: Instant): Promise<boolean> {
  const { rows } = await primary.query(
    'select at from audit_log where user_id = $1 order by id desc nulls last limit 1',
    [userId],
  );
  const at = rows[0]?.at as Instant | undefined;
  // The clocks of several machines differ a little.
  return at !== undefined && at >= since - clocksDifferMs;
}

const clocksDifferMs = 2_000;
