import { describe, expect, it } from 'vitest';
import { catalogueOf, invoice, requisite } from '../../test/engine/support/small-world.ts';
import { type Command, done } from '../commands/command.ts';
import { serviceActor } from '../domain/audit.ts';
import { noChanges } from '../domain/changes.ts';
import { Rotation } from '../domain/rotation.ts';
import { AppError } from '../errors.ts';
import { nothingLoaded } from '../storage/batch/load-steps.ts';
import { DatabaseError, type Failure } from '../storage/database-error.ts';
import type { Job } from './job.ts';
import { ConnectionLost, type LaneContext, type LaneSession, runBatch } from './lane.ts';

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

interface Outcome {
  readonly answers: readonly string[];
  readonly isLost: boolean;
  /** How often those who watch were told. */
  readonly told: number;
}

async function outcomeOf(lane: LaneSession, commands: readonly Command<string>[]): Promise<Outcome> {
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
  const context: LaneContext = {
    catalogue: () => catalogue,
    refreshCatalogue: async () => undefined,
    clock: () => 0,
    isMoneyOutOpen: () => true,
    rotation: new Rotation(),
    observe: () => undefined,
    acknowledged: () => undefined,
    changed: () => {
      told += 1;
    },
  };
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
