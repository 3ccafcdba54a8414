import type pg from 'pg';
import { AppError } from '../../errors.ts';
import { inTransaction } from '../transaction.ts';
import { type ByWhom, entry } from './access.ts';
import { writeAudit } from './write-audit.ts';

/** A century: further on, times have no sense for anything that is tested here. */
const aheadMaxMs = 100 * 366 * 24 * 3_600_000;

/**
 * The service's clock. In the sandbox it can be moved forward, so that an hour need not be waited for; how far is stored, and
 * read with the catalogue, so that all processes agree and a restart changes nothing. It never goes back: what has
 * expired stays so.
 */
export class SandboxClock {
  /** The time that everything in the service goes by. */
  readonly now: () => number;
  /** The machine's own, for what leaves the service and is compared with other machines' clocks. */
  readonly machine: () => number;
  #aheadMs = 0;

  constructor(machine: () => number) {
    this.machine = machine;
    this.now = () => machine() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  async refresh(pool: pg.Pool): Promise<void> {
    const { rows } = await pool.query('select ahead_ms from sandbox_clock');
    this.#aheadMs = Math.max(this.#aheadMs, Number(rows[0]?.ahead_ms ?? 0));
  }

  /** Moves it for all processes. */
  async advance(pool: pg.Pool, ms: number, by: ByWhom): Promise<void> {
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query(
        `insert into sandbox_clock (ahead_ms) values ($1)
         on conflict (only_row) do update set ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms returning ahead_ms`,
        [ms],
      );
      if (Number(rows[0].ahead_ms) > aheadMaxMs) {
        throw new AppError('out_of_range', { field: 'advanceMs', minimum: 1, maximum: aheadMaxMs - this.#aheadMs });
      }
      await writeAudit(client, [entry(by, 'advance_clock', 'clock', 'sandbox', { advanceMs: ms })]);
    });
    await this.refresh(pool);
  }
}
