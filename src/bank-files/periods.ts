const dayMs = 86_400_000;

interface Period<Value> {
  readonly from: number;
  readonly to: number;
  readonly value: Value;
}

/**
 * Which of many periods a day belongs to; where they overlap, the one that was added first. A file may have ten thousand periods and a
 * hundred thousand lines: to look through all of them for each line would take minutes.
 */
export class Periods<Value> {
  /** The part of each period that no earlier one covers, in order of time. */
  readonly #parts: Period<Value>[] = [];
  /** What all of them cover together; neighbours are one, so that a period is never walked over twice. */
  readonly #covered: Period<null>[] = [];

  /** Days are numbers: see `dayNumber`. */
  add(from: number, to: number, value: Value): void {
    if (from > to) return;
    const first = firstEndingAt(this.#covered, from - 1);
    let [next, start, end, free] = [first, from, to, from];
    for (; ; next += 1) {
      const covered = this.#covered[next];
      if (covered === undefined || covered.from > to + 1) break;
      if (free < covered.from) this.#insert({ from: free, to: Math.min(covered.from - 1, to), value });
      free = covered.to + 1;
      start = Math.min(start, covered.from);
      end = Math.max(end, covered.to);
    }
    if (free <= to) this.#insert({ from: free, to, value });
    this.#covered.splice(first, next - first, { from: start, to: end, value: null });
  }

  at(day: number): Value | null {
    const part = this.#parts[firstEndingAt(this.#parts, day)];
    return part !== undefined && part.from <= day ? part.value : null;
  }

  #insert(part: Period<Value>): void {
    this.#parts.splice(firstEndingAt(this.#parts, part.from), 0, part);
  }
}

/** Of periods that do not overlap, in order: the first that ends on this day or later. */
function firstEndingAt(periods: readonly Period<unknown>[], day: number): number {
  let [low, high] = [0, periods.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((periods[middle]?.to ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `2026-11-16` as days since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}
