import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useLocale, useText } from '../text/locale.tsx';
import { useTheme } from '../theme.ts';
import { currentZone, useZone } from '../zone.ts';
import { type ChartSeries, dataOf, spanOf } from './chart-data.ts';
import { EmptyState } from './states.tsx';

const heightPx = 220;
/** A line over time. Stepped: a balance or a rate holds until it changes. The same figures are in the table beside it. */
export function Chart(props: ChartProps): ReactNode {
  const text = useText();
  // The colours are read from the page: another theme is another chart, and so is another zone.
  const theme = useTheme();
  const zone = useZone();
  if (props.series.every(({ points }) => points.length === 0)) return <EmptyState title={text.shell.noHistory} />;
  return <Drawing key={`${theme} ${zone}`} {...props} />;
}

interface ChartProps {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly isStepped?: boolean;
}

function Drawing({ label, series, isStepped = true }: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { locale } = useLocale();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const chart = new uPlot(
      optionsOf(element, series, { locale, isStepped }),
      dataOf(series, isStepped, Date.now()),
      element,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightPx }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [series, locale, isStepped]);
  return (
    <div>
      <div ref={frame} className="chart" role="img" aria-label={label} />
      {series.length > 1 && (
        <ul className="legend">
          {series.map((one, index) => (
            <li key={one.label} className={`line-${index}`}>
              {one.label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function optionsOf(
  element: HTMLElement,
  series: readonly ChartSeries[],
  { locale, isStepped }: { readonly locale: string; readonly isStepped: boolean },
): uPlot.Options {
  const colour = (name: string) => resolved(element, `var(${name})`);
  const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  const lineColours = [colour('--accent'), colour('--ok'), colour('--wait'), colour('--bad')];
  const figures = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
  return {
    width: element.clientWidth,
    height: heightPx,
    cursor: { y: false },
    // Its days begin where those of the page do.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), currentZone()),
    legend: { show: false },
    scales: { x: { range: (_, from, to) => spanOf(from, to) } },
    axes: [
      { ...axis, size: 30, values: (_, splits, __, ___, stepSeconds) => instants(locale, splits, stepSeconds) },
      { ...axis, size: 64, values: (_, splits) => splits.map((split) => figures.format(split)) },
    ],
    series: [
      {},
      ...series.map(({ label }, index) => ({
        label,
        stroke: lineColours[index % lineColours.length] ?? '',
        width: 1.5,
        points: { show: false },
        ...(isStepped && uPlot.paths.stepped !== undefined ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
      })),
    ],
  };
}

const daySeconds = 86_400;

/** Days by their date, parts of a day by the time. */
function instants(locale: string, splits: readonly number[], stepSeconds: number): string[] {
  const format = new Intl.DateTimeFormat(
    locale,
    stepSeconds >= daySeconds
      ? { day: 'numeric', month: 'short', timeZone: currentZone() }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: currentZone() },
  );
  return splits.map((split) => format.format(split * 1000));
}

/** A colour of the page as a canvas understands it. */
function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
