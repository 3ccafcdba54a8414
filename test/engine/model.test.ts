import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { createTestDatabase, expectLawsHold, type TestDatabase } from '../support/database.ts';
import { anySteps, perform, type Step } from './model/actions.ts';
import { type Action, after, type Outcome } from './model/model.ts';
import type { State } from './model/state.ts';
import { emptyWorld, factsOfDatabase, factsOfModel, initialState, setUpWorld } from './model/world.ts';
import { announceSeed } from './support/seed.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

/** Enough for some thousands of acts on a quiet machine; a slow one does fewer, but at least one sequence. */
const timeLimitMs = 15_000;
const sequencesMax = 100;

let db: TestDatabase;
let makerBalance: bigint;
beforeAll(async () => {
  db = await createTestDatabase();
  makerBalance = await setUpWorld(db.pool);
});
afterAll(() => db.drop());

it('does in any sequence of acts, in any batches and lanes, what a simple model says', async () => {
  const seed = announceSeed('acts against the model');
  const anyEngine = fc.record({ lanes: fc.constantFrom(1, 2, 3), batchMax: fc.constantFrom(1, 2, 128) });
  const endsAtMs = performance.now() + timeLimitMs;
  let sequences = 0;
  const property = fc.asyncProperty(anyEngine, anySteps, async (settings, steps) => {
    if (sequences > 0 && performance.now() > endsAtMs) return;
    sequences += 1;
    await emptyWorld(db.owner);
    const world = await startTestEngine(settings, db);
    try {
      let state = initialState(world.clock.nowMs, makerBalance);
      for (const step of steps) state = await take(world, state, step);
      await expectLawsHold(db.pool);
    } finally {
      await world.stop();
    }
  });
  await fc.assert(property, { seed, numRuns: sequencesMax });
});

/** Acts of one step may have happened in any order: one must explain every answer and what is stored afterwards. */
async function take(world: TestEngine, before: State, step: Step): Promise<State> {
  const state = { ...before, now: before.now + step.advanceMs };
  world.clock.nowMs = state.now;
  const actions = step.drafts.map((draft) => draft(state)).filter((action) => action !== null);
  const outcomes = await Promise.all(actions.map((action) => perform(world.engine, action, state)));
  const done = actions.map((action, index) => ({ action, outcome: outcomes[index] ?? { refused: '' } }));
  const facts = await factsOfDatabase(db.pool);
  const explained = explain(state, done, facts.join('\n'));
  if (explained !== null) return explained;
  throw new Error(
    `no order of these acts explains what happened:\n${fc.stringify(done)}\n${difference(state, done, facts)}`,
  );
}

/** What is stored otherwise than the model says, had the acts been done in the order in which they were submitted. */
function difference(before: State, done: readonly Done[], facts: readonly string[]): string {
  const state = done.reduce((now, { action, outcome }) => after(now, action, outcome) ?? now, before);
  const expected = factsOfModel(state);
  return [
    ...expected.filter((fact) => !facts.includes(fact)).map((fact) => `model: ${fact}`),
    ...facts.filter((fact) => !expected.includes(fact)).map((fact) => `stored: ${fact}`),
  ].join('\n');
}

interface Done {
  readonly action: Action;
  readonly outcome: Outcome;
}

function explain(state: State, done: readonly Done[], facts: string): State | null {
  if (done.length === 0) return factsOfModel(state).join('\n') === facts ? state : null;
  for (const one of done) {
    const next = after(state, one.action, one.outcome);
    if (next === null) continue;
    const end = explain(
      next,
      done.filter((other) => other !== one),
      facts,
    );
    if (end !== null) return end;
  }
  return null;
}
