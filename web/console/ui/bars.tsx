import './bars.css';
import type { ReactNode } from 'react';

interface Bar {
  /** Below it. */
  readonly label: string;
  /** What it stands for, in full, for who points at it. */
  readonly title: string;
  /** Whole units: counts, or the minor units of a sum. */
  readonly value: bigint;
  /** The part of the value that stands out. */
  readonly part?: bigint;
}

/** Steps of height: finer than anybody sees, and whole numbers all the way. */
const heightSteps = 1000n;
/** So many labels have room below one chart; of more bars every second, third … has one. */
const labelsMax = 16;

/** Upright bars. The same figures are in a table beside it, for who cannot see them. */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }): ReactNode {
  const most = bars.reduce((max, { value }) => (value > max ? value : max), 1n);
  const height = (value: bigint) => `${Number((value * heightSteps) / most) / 10}%`;
  const every = Math.ceil(bars.length / labelsMax);
  return (
    <div className="bars" role="img" aria-label={label}>
      {bars.map(({ label: below, title, value, part }, index) => (
        <div key={title} className="bar-place" title={title}>
          <div className="bar-room">
            <span className={part === undefined ? 'bar' : 'bar whole'} style={{ height: height(value) }} />
            {part !== undefined && <span className="bar part" style={{ height: height(part) }} />}
          </div>
          <span className="bar-label">{index % every === 0 ? below : ''}</span>
        </div>
      ))}
    </div>
  );
}
