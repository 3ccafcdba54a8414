import type pg from 'pg';
import { upsertKeyUses } from '../../storage/merchants/key-uses.ts';
import { Loop } from '../loop.ts';

const pauseMs = 2_000;

interface KeyUsesOptions {
  readonly pool: pg.Pool;
  readonly addressOf: (peer: string) => string;
  readonly failed: (error: unknown) => void;
}

interface Noted {
  at: number;
  peer: string;
}

/**
 * When each API key was last used, and from where. Requests only leave a note in memory; a statement for all keys follows now and
 * then. A process that is killed loses some seconds of it, and nobody decides anything by those.
 */
export class KeyUses {
  readonly #pool: pg.Pool;
  readonly #addressOf: (peer: string) => string;
  readonly #loop: Loop;
  #noted = new Map<string, Noted>();

  constructor({ pool, addressOf, failed }: KeyUsesOptions) {
    this.#pool = pool;
    this.#addressOf = addressOf;
    this.#loop = new Loop({ pauseMs, failed, step: () => this.#write() });
  }

  /** `peer`: as the server names it, perhaps with a port. Written over in place, because every request does it. */
  note(key: string, at: number, peer: string): void {
    const noted = this.#noted.get(key);
    if (noted === undefined) {
      this.#noted.set(key, { at, peer });
    } else {
      noted.at = at;
      noted.peer = peer;
    }
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
    const uses = [...noted].map(([key, { at, peer }]) => ({ key, at, address: this.#addressOf(peer) }));
    if (uses.length > 0) await upsertKeyUses(this.#pool, uses);
    return 'idle';
  }
}
