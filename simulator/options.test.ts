import { describe, expect, it } from 'vitest';
import { OptionsError, readOptions } from './options.ts';

describe('the options', () => {
  it('are one world of thirty days when nothing is said', () => {
    expect(readOptions([], 0)).toMatchObject({ seed: 1, seeds: 1, days: 30, workers: 1 });
  });

  it('are many short worlds when a number of lives or a time is said', () => {
    expect(readOptions(['--lives', '1000000'], 0)).toMatchObject({ lives: 1_000_000, days: 2, workers: 2 });
    expect(readOptions(['--hours', '6', '--minutes', '5'], 0)).toMatchObject({ minutes: 365 });
    expect(readOptions(['--seed', 'today'], 20_000)).toMatchObject({ seed: 20_000_000_000 });
  });

  it('are refused when they are none', () => {
    expect(() => readOptions(['--seed', 'x'], 0)).toThrow(OptionsError);
    expect(() => readOptions(['--seed', '-1'], 0)).toThrow(OptionsError);
    expect(() => readOptions(['--what'], 0)).toThrow(OptionsError);
    expect(readOptions(['--help'], 0)).toBeNull();
  });
});
