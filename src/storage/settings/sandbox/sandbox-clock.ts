import type pg from 'pg';
import type { SettingsTransaction } from '../settings-transaction.ts';

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
    this.#aheadMs = Math.max(this.#aheadMs, await readAhead(pool));
  }
}

/** How far somebody has moved it, for all processes. */
export async function readAhead(client: pg.Pool | pg.PoolClient): Promise<number> {
  const { rows } = await client.query('select ahead_ms from sandbox_clock');
  return Number(rows[0]?.ahead_ms ?? 0);
}

export async function upsertAhead({ client }: SettingsTransaction, aheadMs: number): Promise<void> {
  await client.query(
    `insert into sandbox_clock (ahead_ms) values ($1)
     on conflict (only_row) do update set ahead_ms = excluded.ahead_ms`,
    [aheadMs],
  );
}
