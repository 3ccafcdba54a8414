import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachMonth, detachMonth } from '../../../src/storage/archive/months.ts';
import { moveOld, takeStock } from '../../../src/storage/archive/move.ts';
import type { TestDatabase } from '../../support/database.ts';

const dayMs = 86_400_000;
const afterMs = 30 * dayMs;

/** By somebody whose line in the audit log is not the subject. */
const unseen = { progress: () => undefined, record: async () => undefined };

/** Moves old invoices of a database, and takes whole months away and back, as chance says. */
export class Movements {
  /** The files of the months that are away. */
  readonly away = new Map<string, string>();
  /** How often each was done. */
  readonly done = { moved: 0, detached: 0, attached: 0 };
  readonly #db: TestDatabase;
  readonly #folder: string;
  readonly #clock: () => number;

  static async open(db: TestDatabase, clock: () => number): Promise<Movements> {
    return new Movements(db, await mkdtemp(join(tmpdir(), 'quittance-archive-')), clock);
  }

  private constructor(db: TestDatabase, folder: string, clock: () => number) {
    this.#db = db;
    this.#folder = folder;
    this.#clock = clock;
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async move(countMax: number): Promise<void> {
    this.done.moved += (await moveOld(this.#db.pool, this.#clock() - afterMs, countMax))?.moved ?? 0;
  }

  async moveAll(): Promise<void> {
    for (let before = -1; before !== this.done.moved; ) {
      before = this.done.moved;
      await this.move(10_000);
    }
    await takeStock(this.#db.pool);
  }

  /** The months that have tables. */
  async months(): Promise<readonly string[]> {
    const { rows } = await this.#db.owner.query(
      `select to_char(month, 'YYYY-MM') as month from archive_months where detached_at is null order by 1`,
    );
    return rows.map(({ month }) => month);
  }

  async detach(month: string): Promise<void> {
    const to = { ownerUrl: this.#db.ownerUrl, month, folder: this.#folder, recipients: [] };
    const { fileName } = await detachMonth({ ...to, ...unseen });
    this.away.set(month, join(this.#folder, fileName));
    this.done.detached += 1;
  }

  async attach(month: string): Promise<void> {
    const path = this.away.get(month);
    if (path === undefined) throw new Error(`${month} is not away`);
    await attachMonth({ ownerUrl: this.#db.ownerUrl, path, identities: [], ...unseen });
    this.away.delete(month);
    this.done.attached += 1;
  }

  /** A little of everything. Where nothing may leave, nothing does. */
  async any(random: (below: number) => number, mayLeave: boolean): Promise<void> {
    for (let left = random(3); left > 0; left -= 1) {
      const what = random(10);
      if (what < 7) await this.move([1, 2, 3, 500][random(4)] ?? 1);
      else if (what < 9 && mayLeave) {
        const months = await this.months();
        const month = months[random(Math.max(months.length, 1))];
        if (month !== undefined) await this.detach(month);
      } else {
        const month = [...this.away.keys()][random(Math.max(this.away.size, 1))];
        if (month !== undefined) await this.attach(month);
      }
    }
  }
}
