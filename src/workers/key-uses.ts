import type pg from 'pg';
import { type KeyUse, upsertKeyUses } from '../storage/key-uses.ts';
import { Loop } from './loop.ts';

const pauseMs = 2_000;

/**
 * When each API key was last used, and from where. Requests only leave a note in memory; a statement for all keys follows now and
 * then. A process that is killed loses some seconds of it, and nobody decides anything by those.
 */
export class KeyUses {
  readonly #pool: pg.Pool;
  readonly #loop: Loop;
  #noted = new Map<string, KeyUse>();

  constructor({ pool, failed }: { readonly pool: pg.Pool; readonly failed: (error: unknown) => void }) {
    this.#pool = pool;
    this.#loop = new Loop({ pauseMs, failed, step: () => this.#write() });
  }

  note(key: string, use: KeyUse): void {
    this.#noted.set(key, use);
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#write().catch(() => undefined);
  }

  async #write(): Promise<'idle'> {
    const noted = this.#noted;
    this.#noted = new Map();
    if (noted.size > 0) await upsertKeyUses(this.#pool, noted);
    return 'idle';
  }
}
