import type { Program } from './program.ts';

/** Where each part of a match begins and ends, over all ways in which the pattern fits the text. */
export interface PartPlaces {
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  /** In one of the ways it is missing. */
  readonly isAbsent: boolean;
}

interface Match {
  /** Null: the pattern does not fit. */
  readonly places: ReadonlyMap<string, PartPlaces> | null;
  /** How many steps were looked at: at most twice the text times the program, whatever they are. */
  readonly steps: number;
}

/**
 * Walks all ways through the program at once, place by place, and then back over those that reached the end. Nothing is tried
 * twice, so the cost is bounded by the length of the text times that of the program; and because all ways are seen, a text that
 * can be read in two ways is known to be one.
 */
export function matchProgram(program: Program, text: string): Match {
  const { rows, steps, isReached } = walk(program, text);
  if (!isReached) return { places: null, steps };
  return { places: walkBack(program, text, rows), steps: steps * 2 };
}

interface Walked {
  /** The steps reached at each place. */
  readonly rows: readonly number[][];
  readonly steps: number;
  readonly isReached: boolean;
}

function walk(program: Program, text: string): Walked {
  const rows: number[][] = [];
  // The last place at which each step was reached: it is looked at once for each place.
  const reachedAt = new Int32Array(program.length).fill(-1);
  let [waiting, steps]: [number[], number] = [[0], 0];
  for (let at = 0; at <= text.length && waiting.length > 0; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : -1;
    const [row, next]: [number[], number[]] = [[], []];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (reachedAt[index] === at) continue;
      reachedAt[index] = at;
      row.push(index);
      const step = program[index];
      if (step === undefined || step.kind === 'done') continue;
      if (step.kind === 'take') {
        if (unit >= 0 && step.takes(unit)) next.push(step.to);
      } else if (step.kind === 'lead') {
        for (const to of step.to) waiting.push(to);
      } else if (step.kind === 'mark' || step.holds(text, at)) {
        waiting.push(step.to);
      }
    }
    steps += row.length;
    rows.push(row);
    waiting = next;
  }
  return { rows, steps, isReached: reachedAt[program.length - 1] === text.length };
}

/** Goes back from the end over what was reached. Steps of one place lead to later ones, so the last is looked at first. */
function walkBack(program: Program, text: string, rows: readonly number[][]): ReadonlyMap<string, PartPlaces> {
  const places = new Map<string, { begins: number[]; ends: number[]; isAbsent: boolean }>();
  // The last place, going back, from which each step leads to the end; of this place and of the one behind it.
  let [goodAt, after] = [new Int32Array(program.length).fill(-1), new Int32Array(program.length).fill(-1)];
  for (let at = text.length; at >= 0; at -= 1) {
    const unit = text.charCodeAt(at);
    [goodAt, after] = [after, goodAt];
    for (const index of (rows[at] ?? []).sort((one, other) => other - one)) {
      const step = program[index];
      if (step === undefined || !leadsToEnd(step, { goodAt, after, text, at, unit })) continue;
      goodAt[index] = at;
      if (step.kind !== 'mark') continue;
      const known = places.get(step.part) ?? { begins: [], ends: [], isAbsent: false };
      places.set(step.part, known);
      if (step.mark === 'absent') known.isAbsent = true;
      else known[step.mark === 'begin' ? 'begins' : 'ends'].push(at);
    }
  }
  return places;
}

interface Around {
  readonly goodAt: Int32Array;
  readonly after: Int32Array;
  readonly text: string;
  readonly at: number;
  readonly unit: number;
}

function leadsToEnd(step: Program[number], { goodAt, after, text, at, unit }: Around): boolean {
  switch (step.kind) {
    case 'done':
      return at === text.length;
    case 'lead':
      return step.to.some((to) => goodAt[to] === at);
    case 'mark':
      return goodAt[step.to] === at;
    case 'check':
      return goodAt[step.to] === at && step.holds(text, at);
    case 'take':
      return after[step.to] === at + 1 && step.takes(unit);
  }
}
