import { expect, it } from 'vitest';
import { Random } from './random.ts';
import { Timeline } from './timeline.ts';

it('things happen in the order of time, and at one instant in the order in which they were planned', () => {
  const timeline = new Timeline(0);
  const random = new Random(5);
  const happened: number[][] = [];
  for (let order = 0; order < 500; order++) {
    const at = random.below(50);
    timeline.at(at, () => happened.push([at, order]));
  }
  while (timeline.step(100));
  const sorted = [...happened].sort(([a = 0, x = 0], [b = 0, y = 0]) => a - b || x - y);
  expect(happened).toHaveLength(500);
  expect(happened).toEqual(sorted);
});

it('nothing happens in the past, and nothing behind the end', () => {
  const timeline = new Timeline(10);
  const at: number[] = [];
  timeline.at(3, () => at.push(timeline.now));
  timeline.after(5, () => timeline.after(-4, () => at.push(timeline.now)));
  timeline.at(99, () => at.push(timeline.now));
  while (timeline.step(50));
  expect(at).toEqual([10, 15]);
});
