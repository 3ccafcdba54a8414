import { describe, expect, it } from 'vitest';
import { gate } from '../../test/support/gate.ts';
import { Loop } from './loop.ts';

/** Longer than any test waits: a loop that pauses between two steps does no second one here. */
const forEver = 2_000_000_000;

describe('a loop', () => {
  it('a stop waits for the step under way', async () => {
    const step = gate();
    const happened: string[] = [];
    const loop = new Loop({
      pauseMs: forEver,
      failed: () => undefined,
      async step() {
        await step.opened;
        happened.push('step ended');
        return 'more';
      },
    });
    loop.start();
    const stopped = loop.stop().then(() => happened.push('stopped'));
    await new Promise((resolve) => setImmediate(resolve));
    step.open();
    await stopped;
    expect(happened).toEqual(['step ended', 'stopped']);
  });

  it('goes on at once while there is more, then pauses, and a stop ends the pause', async () => {
    let steps = 0;
    const idle = gate();
    const loop = new Loop({
      pauseMs: forEver,
      failed: () => undefined,
      async step() {
        steps += 1;
        if (steps < 5) return 'more';
        idle.open();
        return 'idle';
      },
    });
    loop.start();
    loop.start();
    await idle.opened;
    await loop.stop();
    expect(steps).toBe(5);
  });

  it('pauses for a short time only when the next thing is expected soon', async () => {
    const idle = gate();
    let steps = 0;
    const loop = new Loop({
      pauseMs: forEver,
      soonMs: 0,
      failed: () => undefined,
      async step() {
        steps += 1;
        if (steps < 4) return 'soon';
        idle.open();
        return 'idle';
      },
    });
    loop.start();
    await idle.opened;
    await loop.stop();
    expect(steps).toBe(4);
  });

  it.each([
    ['the pause', { pauseMs: 0 }],
    ['the pause of its own for that, where it has one', { pauseMs: forEver, againMs: 0 }],
  ])('reports a step that fails, and tries again after %s', async (_title, pauses) => {
    const failures: unknown[] = [];
    const third = gate();
    let steps = 0;
    const loop = new Loop({
      ...pauses,
      failed: (error) => failures.push(error),
      async step() {
        steps += 1;
        if (steps === 3) third.open();
        if (steps < 3) throw new Error(`step ${steps}`);
        return 'idle';
      },
    });
    loop.start();
    await third.opened;
    await loop.stop();
    expect(failures).toEqual([new Error('step 1'), new Error('step 2')]);
  });

  it('does not report a step that its own stop broke off', async () => {
    const failures: unknown[] = [];
    const loop = new Loop({
      pauseMs: forEver,
      failed: (error) => failures.push(error),
      step: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('broken off')));
        }),
    });
    loop.start();
    await loop.stop();
    expect(failures).toEqual([]);
  });
});
