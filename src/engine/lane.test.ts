import { describe, expect, it } from 'vitest';
import { catalogueOf, deal, invoice, requisite } from '../../test/engine/support/small-world.ts';
import { type Command, done } from '../commands/command.ts';
import { Rotation } from '../domain/payins/rotation.ts';
import { serviceActor } from '../domain/people/audit.ts';
import { type BatchChanges, noChanges } from '../domain/state/changes.ts';
import { AppError } from '../errors/app-error.ts';
import { nothingLoaded } from '../storage/batch/load-steps.ts';
import { DatabaseError, type Failure } from '../storage/database/database-error.ts';
import type { Job } from './job.ts';
import { ConnectionLost, changedInvoiceIds, type LaneContext, type LaneSession, runBatch } from './lane.ts';

const catalogue = catalogueOf([requisite(1)]);

/** A database that fails where it is told to; all else succeeds. */
function session(failures: { readonly [Step in keyof LaneSession]?: Failure }): LaneSession {
  const step = async (name: keyof LaneSession): Promise<void> => {
    const failure = failures[name];
    if (failure !== undefined) throw new DatabaseError(failure, new Error(`${name} failed`));
  };
  return {
    holdCatalogue: () => step('holdCatalogue').then(() => catalogue.version),
    load: () => step('load').then(() => ({ ...nothingLoaded(), catalogueVersion: [{ version: catalogue.version }] })),
    store: () => step('store'),
    rollback: () => step('rollback'),
  };
}

const command = (changes: Partial<ReturnType<typeof noChanges>>): Command<string> => ({
  name: 'a test',
  saidBy: serviceActor,
  plan: () => ({}),
  decide: () => done('decided', { ...noChanges(), ...changes }),
});
const writing = command({ invoices: [invoice()] });
const reading = command({});

/** What surrounds a lane: nobody watches, but for what is given. */
function contextWith(given: Partial<LaneContext>): LaneContext {
  return {
    catalogue: () => catalogue,
    refreshCatalogue: async () => undefined,
    clock: () => 0,
    isMoneyOutOpen: () => true,
    rotation: new Rotation(),
    observe: () => undefined,
    acknowledged: () => undefined,
    changed: () => undefined,
    ...given,
  };
}

interface Outcome {
  readonly answers: readonly string[];
  readonly isLost: boolean;
  /** How often those who watch were told. */
  readonly told: number;
}

async function outcomeOf(
  lane: LaneSession,
  commands: readonly Command<string>[],
  given: Partial<LaneContext> = {},
): Promise<Outcome> {
  const answers: string[] = commands.map(() => 'none');
  let told = 0;
  const jobs = commands.map(
    (one, index): Job => ({
      command: one,
      idempotency: null,
      signed: null,
      resolve: () => {
        answers[index] = 'done';
      },
      // As a promise does it: the first answer counts.
      reject: (error) => {
        if (answers[index] === 'none') answers[index] = error instanceof AppError ? error.code : String(error);
      },
      hint: undefined,
      plans: 0,
      conflicts: 0,
    }),
  );
  const context = contextWith({
    changed: () => {
      told += 1;
    },
    ...given,
  });
  const isLost = await runBatch(lane, jobs, context).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error;
      return true;
    },
  );
  return { answers, isLost, told };
}

describe('a batch whose connection is lost', () => {
  it('was not done when that happens before anything is stored, and says so', async () => {
    expect(await outcomeOf(session({ load: 'connection' }), [writing, writing])).toEqual({
      answers: ['database_unavailable', 'database_unavailable'],
      isLost: true,
      told: 0,
    });
  });

  it('may have been done when that happens while it is stored: its outcome is unknown, and watchers are told', async () => {
    const lost = { answers: ['outcome_unknown', 'outcome_unknown'], isLost: true, told: 1 };
    expect(await outcomeOf(session({ store: 'connection' }), [writing, writing])).toEqual(lost);
    expect(await outcomeOf(session({ store: 'connection', rollback: 'connection' }), [writing, writing])).toEqual(lost);
  });

  it('was not done when it had nothing to store', async () => {
    expect(await outcomeOf(session({ rollback: 'connection' }), [reading])).toEqual({
      answers: ['database_unavailable'],
      isLost: true,
      told: 0,
    });
  });

  it('was not done when the server had refused it and the connection breaks after that', async () => {
    const failing = session({ store: 'conflict', rollback: 'connection' });
    expect(await outcomeOf(failing, [writing])).toMatchObject({ answers: ['database_unavailable'], isLost: true });
  });
});

describe('a batch that the server does not get to', () => {
  it.each(['load', 'store'] as const)('is refused as too much at the %s step, and the lane goes on', async (step) => {
    expect(await outcomeOf(session({ [step]: 'busy' }), [writing, writing])).toEqual({
      answers: ['overloaded', 'overloaded'],
      isLost: false,
      told: 0,
    });
  });
});

it('a batch is answered when it is stored, and watchers are told', async () => {
  expect(await outcomeOf(session({}), [writing, reading])).toEqual({
    answers: ['done', 'done'],
    isLost: false,
    told: 1,
  });
});

/** Runs one job on a database that says these things of it, and tells what was asked of it. */
async function run(lane: Partial<LaneSession>, { isStale = false, plans = 0, conflicts = 0 } = {}) {
  const asked: string[] = [];
  let answer: unknown = null;
  const job: Job = {
    ...{ command: writing, idempotency: null, signed: null, hint: undefined, plans, conflicts, isStale },
    resolve: () => {
      answer = 'done';
    },
    reject: (error) => {
      answer = error instanceof AppError ? error.code : String(error);
    },
  };
  const all = { ...session({}), ...lane };
  const noted = <Given extends unknown[], Value>(name: string, step: (...given: Given) => Value) => {
    return (...given: Given) => {
      asked.push(name);
      return step(...given);
    };
  };
  const repeated = await runBatch(
    {
      holdCatalogue: noted('hold', all.holdCatalogue),
      load: noted('load', all.load),
      store: noted('store', all.store),
      rollback: noted('rollback', all.rollback),
    },
    [job],
    contextWith({
      refreshCatalogue: noted('refresh', async () => undefined),
      observe: ({ outcome, size }) => asked.push(`${outcome} ${size}`),
      acknowledged: () => asked.push('acknowledged'),
      changed: () => asked.push('told'),
    }),
  );
  return { asked, answer, job, isRepeated: repeated.includes(job) };
}

const stale = async () => ({ ...nothingLoaded(), catalogueVersion: [{ version: 'newer' }] });
const refusing = (failure: Failure) => async () => {
  throw new DatabaseError(failure, new Error('refused'));
};

describe('a command that conflicts with another', () => {
  it('is tried again, and sees what the other wrote', async () => {
    const { asked, answer, isRepeated, job } = await run({ store: refusing('conflict') });
    expect([asked, answer, isRepeated]).toEqual([['load', 'store', 'conflict 1', 'rollback'], null, true]);
    expect(job.conflicts).toBe(1);
  });

  it('is refused as too much after the tenth time', async () => {
    const outcomes = await Promise.all(
      [8, 9].map(async (conflicts) => {
        const { answer, isRepeated } = await run({ store: refusing('conflict') }, { conflicts });
        return [answer, isRepeated];
      }),
    );
    expect(outcomes).toEqual([
      [null, true],
      ['overloaded', false],
    ]);
  });

  it('does not take its neighbours along: the batch is run one by one', async () => {
    let stores = 0;
    const lane = session({});
    const failing: LaneSession = {
      ...lane,
      store: async () => {
        stores += 1;
        if (stores === 1 || stores === 3) throw new DatabaseError('defect', new Error('it cannot be stored'));
      },
    };
    const { answers, told } = await outcomeOf(failing, [writing, writing, writing]);
    expect(answers).toEqual(['done', 'DatabaseError: it cannot be stored', 'done']);
    expect(told).toBe(2);
  });
});

describe('a batch that was decided on an outdated catalogue', () => {
  it('is not stored; it waits for the new one and costs the command no plan', async () => {
    const { asked, answer, isRepeated, job } = await run({ load: stale });
    expect(asked).toEqual(['load', 'rollback', 'stale 1', 'refresh']);
    expect([answer, isRepeated, job.isStale, job.plans]).toEqual([null, true, true, 0]);
  });

  it('holds the catalogue still the next time, and reads it anew only when it has changed', async () => {
    const held = await run({}, { isStale: true });
    expect(held.asked).toEqual(['hold', 'load', 'store', 'acknowledged', 'told', 'stored 1']);
    expect(held.answer).toBe('done');
    const changed = await run({ holdCatalogue: async () => 'newer' }, { isStale: true });
    expect(changed.asked.slice(0, 3)).toEqual(['hold', 'refresh', 'load']);
    const again = await run({ load: stale }, { isStale: true });
    expect([again.isRepeated, again.job.plans]).toEqual([true, 1]);
  });

  it('lets go of the catalogue when there is nothing to decide after all', async () => {
    const { asked, answer } = await run({}, { isStale: true, plans: 20 });
    expect([asked, answer]).toEqual([['hold', 'rollback'], 'overloaded']);
    expect((await run({}, { plans: 20 })).asked).toEqual([]);
  });
});

it('watchers of an invoice hear of it and of its deals once; what is new has no watchers', () => {
  const none = { added: [], changed: [] };
  const of = (invoices: readonly string[], deals: readonly string[]) => {
    const changes = {
      invoices: { added: [invoice({ id: 'new' })], changed: invoices.map((id) => invoice({ id })) },
      deals: { ...none, changed: deals.map((invoiceId) => deal({ invoiceId })) },
      arrivals: none,
    };
    return changedInvoiceIds(changes as unknown as BatchChanges, { soughtInvoice: () => undefined });
  };
  expect([of([], []), of(['a'], []), of([], ['b']), of(['a', 'c'], ['a'])]).toEqual([[], ['a'], ['b'], ['a', 'c']]);
});

it('watchers of an invoice hear of money that came for its deal, also when neither of them has changed', () => {
  const none = { added: [], changed: [] };
  const invoices = new Map([
    ['one', 'a'],
    ['other', 'b'],
  ]);
  const of = (dealId: string | null) => {
    const arrivals = { ...none, added: [{ requisiteId: 1, amount: 900n, reference: 'x', status: 'held', dealId }] };
    const changes = { invoices: none, deals: none, arrivals } as unknown as BatchChanges;
    return changedInvoiceIds(changes, { soughtInvoice: (id) => invoices.get(id) });
  };
  expect([of('one'), of('other'), of(null)]).toEqual([['a'], ['b'], []]);
});

describe('money that leaves', () => {
  const sending: Command<string> = { ...writing, sendsMoneyOut: true };
  const outcome = async (isMoneyOutOpen: boolean, isMoneyStopped: boolean) => {
    const given = { catalogue: () => ({ ...catalogue, isMoneyStopped }), isMoneyOutOpen: () => isMoneyOutOpen };
    return (await outcomeOf(session({}), [sending], given)).answers;
  };

  it('leaves only while the books are right and no operator has stopped it', async () => {
    expect(await outcome(true, false)).toEqual(['done']);
    for (const [isOpen, isStopped] of [
      [true, true],
      [false, false],
      [false, true],
    ] as const)
      expect(await outcome(isOpen, isStopped)).toEqual(['money_out_stopped']);
  });
});
