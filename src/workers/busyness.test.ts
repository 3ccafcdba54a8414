import { describe, expect, it } from 'vitest';
import { Busyness } from './busyness.ts';

describe('a process', () => {
  it('is busy after work that left it no time, and no longer once it waits', async () => {
    const busyness = new Busyness();
    const endsAt = performance.now() + 20;
    while (performance.now() < endsAt);
    expect(busyness.read()).toBe(true);
    await expect.poll(() => busyness.read()).toBe(false);
  });
});
