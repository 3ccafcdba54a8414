import type { BenchOptions } from './options.ts';
import type { World } from './world.ts';

/** What every claim is given. */
export interface Bench {
  readonly options: BenchOptions;
  readonly world: World;
  /** Path of pgbench; null where it is not installed. */
  readonly pgbench: string | null;
  progress(text: string): void;
}

/** One line of the table: our figure beside another one, round by round. */
export interface Comparison {
  readonly claim: string;
  readonly setting: string;
  readonly beside: string;
  /** `shift`: how much of the screen moves how far, from 0 to 1. */
  readonly unit: 'per second' | 'MB' | 'KB' | 'ms' | 'µs' | 'ms a second' | 'shift';
  readonly rounds: readonly Round[];
  readonly aim: { readonly kind: 'at least' | 'at most'; readonly ratio: number } | null;
}

export interface Round {
  readonly ours: number;
  /** Null when there was nothing to compare with. */
  readonly beside: number | null;
  /** Of our answers. */
  readonly p50Ms?: number;
  readonly p99Ms?: number;
}

/** Every other round goes the other way about, so that neither side always follows the same one. */
export function inTurn<Item>(items: readonly Item[], round: number): Item[] {
  return round % 2 === 0 ? [...items] : [...items].reverse();
}
