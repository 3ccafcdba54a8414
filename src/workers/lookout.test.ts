import { expect, it } from 'vitest';
import type { WaitingWork, Work } from '../storage/reads/waiting-work.ts';
import { Lookout } from './lookout.ts';

const nothing: WaitingWork['waits'] = {
  ...{ expiry: false, payoutHolds: false, deliveries: false, imports: false, rateFeeds: false, silence: false },
  ...{ messages: false, disputes: false, auditLinks: false, bookFaults: false },
};

/** Looks as often as there is something in `seen`, half a second apart; says who was woken at each look, and what follows it. */
async function looks(seen: readonly (readonly Work[])[], watched: readonly { work: Work; everyMs: number }[]) {
  let now = 0;
  let waiting: readonly Work[] = [];
  let woken: Work[] = [];
  const lookout = new Lookout({
    async see() {
      const waits = { ...nothing, ...Object.fromEntries(waiting.map((work) => [work, true])) };
      return { waits, booksCheckedAt: null, bookEnd: null };
    },
    stopwatch: () => now,
    failed: () => undefined,
  });
  for (const { work, everyMs } of watched) lookout.wakes({ wake: () => void woken.push(work) }, work, everyMs);
  const taken: { readonly woken: readonly Work[]; readonly next: string }[] = [];
  for (waiting of seen) {
    woken = [];
    taken.push({ next: await lookout.look(), woken });
    now += 500;
  }
  return taken;
}

it('wakes only loops that have something to do', async () => {
  const watched = (['expiry', 'imports', 'messages'] as const).map((work) => ({ work, everyMs: 500 }));
  const taken = await looks([[], ['imports'], ['expiry', 'messages'], ['expiry'], []], watched);
  expect(taken.map(({ woken }) => woken)).toEqual([[], ['imports'], ['expiry', 'messages'], ['expiry'], []]);
});

it('wakes for work that stays where it is no more often than was asked for', async () => {
  const stays = Array.from({ length: 9 }, (): readonly Work[] => ['disputes']);
  const taken = await looks(stays, [{ work: 'disputes', everyMs: 2_000 }]);
  expect(taken.flatMap(({ woken }, look) => (woken.length > 0 ? [look] : []))).toEqual([0, 4, 8]);
});

it('looks again sooner while messages wait to be sent', async () => {
  const taken = await looks([[], ['deliveries'], ['expiry']], []);
  expect(taken.map(({ next }) => next)).toEqual(['idle', 'soon', 'idle']);
});
