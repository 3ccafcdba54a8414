import type pg from 'pg';
import type { Catalogue } from '../../../src/domain/state/catalogue.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { readMessages } from '../../../src/workers/phones/messages.ts';
import { newId } from '../support/requests.ts';
import type { TestEngine } from '../support/test-engine.ts';

/** The death of the process that meets it; not a refusal. */
class Death extends Error {}

/**
 * A process that reads messages and dies now and then: before an arrival, after it and before anything is written down, or
 * after that and before it hears so. A dead one does nothing more; its leases end by the clock, and the next one begins anew.
 */
export class MortalProcess {
  readonly #world: TestEngine;
  readonly #catalogue: Catalogue;
  readonly #draw: (below: number) => number;
  deaths = 0;

  constructor(world: TestEngine, catalogue: Catalogue, draw: (below: number) => number) {
    this.#world = world;
    this.#catalogue = catalogue;
    this.#draw = draw;
  }

  /** Reads what there is, or dies. */
  async work(): Promise<void> {
    const life = { isOver: false };
    const die = (percent: number) => {
      life.isOver ||= this.#draw(100) < percent;
      if (life.isOver) throw new Death('dead');
    };
    try {
      while ((await readMessages(this.#options(die, () => life.isOver))) === 'more');
    } catch (error) {
      // Storage takes a death for a database that is away.
      if (!life.isOver) throw error;
      this.deaths += 1;
    }
  }

  /** Nobody dies any more. */
  async finish(): Promise<void> {
    const never = () => undefined;
    for (let idle = 0; idle < 2; idle++) {
      this.#world.clock.nowMs += 60_000;
      while ((await readMessages(this.#options(never, () => false))) === 'more');
    }
  }

  #options(die: (percent: number) => void, isDead: () => boolean): Parameters<typeof readMessages>[0] {
    const { db, engine, clock } = this.#world;
    const query = async (...asked: Parameters<pg.Pool['query']>) => {
      if (isDead()) throw new Death('dead');
      const answer = await db.pool.query(...asked);
      if ((asked[0] as { readonly name?: string }).name === 'store-outcomes') die(2);
      return answer;
    };
    const submit: Engine['submit'] = async (...asked: Parameters<Engine['submit']>) => {
      die(1);
      const answer = await engine.submit(...asked);
      die(4);
      return answer as never;
    };
    return {
      pool: { query } as unknown as pg.Pool,
      engine: { submit },
      catalogue: () => this.#catalogue,
      clock: () => clock.nowMs,
      newId,
      newLease: newId,
      failed: () => undefined,
    };
  }
}
