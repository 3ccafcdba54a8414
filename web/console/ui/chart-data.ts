interface ChartPoint {
  readonly at: string;
  /** Decimal text. What is drawn is a place on the screen; figures are shown from the text itself. */
  readonly value: string;
}

export interface ChartSeries {
  readonly label: string;
  readonly points: readonly ChartPoint[];
}

/** Instants in seconds, and the values of each line there. */
type ChartData = [number[], ...(number | null)[][]];

/** All instants of all lines, and for each line its value there, or the one before. */
export function dataOf(series: readonly ChartSeries[], isStepped: boolean, nowMs: number): ChartData {
  const instants = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => Date.parse(at) / 1000)))].sort(
    (left, right) => left - right,
  );
  // What was last holds until now.
  if (isStepped) instants.push(Math.max(nowMs / 1000, instants.at(-1) ?? 0));
  const lines = series.map(({ points }) => {
    const known = new Map(points.map(({ at, value }) => [Date.parse(at) / 1000, Number(value)]));
    let last: number | null = null;
    return instants.map((instant) => {
      last = known.get(instant) ?? last;
      return last;
    });
  });
  return [instants, ...lines];
}

/** A change a moment ago, and nothing before it, would be drawn over years or over nothing. */
const spanMinSeconds = 3_600;

/** From when to when, in seconds. */
export function spanOf(from: number, to: number): [number, number] {
  return to - from < spanMinSeconds ? [to - spanMinSeconds, to] : [from, to];
}
