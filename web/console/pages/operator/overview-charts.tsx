import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useBankName, useMakerName, useStoreName } from '../../api/names.ts';
import { dayAt } from '../../calendar.ts';
import { formatBasisPoints, formatCount, formatMoney, minorUnits } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Bars } from '../../ui/bars.tsx';
import { Money, Panel } from '../../ui/values.tsx';
import { invoicesHref, type Overview, type Part, type Scope } from './overview-period.ts';

interface ChartsProps {
  readonly day: Overview;
  readonly scope: Scope;
  readonly currency: string;
}

/** How the trade went over time, and who and what it went through. */
export function OverviewCharts({ day, scope, currency }: ChartsProps): ReactNode {
  const words = useText().operator.overview;
  const storeName = useStoreName();
  const makerName = useMakerName();
  const bankName = useBankName();
  const own = (parts: readonly Part[]) =>
    parts.filter((part) => part.type === scope.type && part.currency === currency);
  return (
    <>
      <div className="columns">
        <Steps title={words.sums[scope.step]} steps={useSteps(own(day.points), scope)} shows="sums" />
        <Steps title={words.counts[scope.step]} steps={useSteps(own(day.points), scope)} shows="counts" />
      </div>
      <div className="columns">
        <Parts
          title={words.byMaker}
          parts={own(day.byMaker)}
          name={(key) => makerName(Number(key))}
          href={(key) => `/deals?${new URLSearchParams({ makerId: key, type: scope.type })}`}
        />
        <Parts
          title={words.byBank}
          parts={own(day.byBank)}
          name={bankName}
          href={(key) => `/requisites?${new URLSearchParams({ bank: key })}`}
        />
      </div>
      <div className="columns">
        <Parts
          title={words.byStore}
          parts={own(day.byStore)}
          name={(key) => storeName(Number(key))}
          href={(key) => invoicesHref(scope, { storeId: key })}
        />
        <Steps title={words.byHour} steps={useHours(own(day.byHour))} shows="counts" />
      </div>
    </>
  );
}

interface Step {
  readonly label: string;
  readonly title: string;
  readonly part: Part | null;
  /** Where its invoices are listed. */
  readonly href?: string;
}

/** Every hour or day of the period, also those in which nothing happened. */
function useSteps(points: readonly Part[], scope: Scope): readonly Step[] {
  const { locale, zone } = useLocale();
  const known = new Map(points.map((part) => [Date.parse(part.key), part]));
  const hour = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  const long = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: zone });
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: zone });
  return startsOf(scope, zone).map((at) => {
    const part = known.get(at) ?? null;
    if (scope.step === 'hour') {
      const time = hour.format(at);
      return { label: time.slice(0, 2), title: time, part };
    }
    const day = dayAt(at, zone);
    return {
      label: short.format(at),
      title: long.format(at),
      part,
      href: invoicesHref(scope, { from: day, to: day }),
    };
  });
}

const hourMs = 3_600_000;

/** Where the hours or days of the period begin, up to now. Days have 23 to 25 hours where clocks are changed. */
function startsOf({ from, step }: Scope, zone: string): readonly number[] {
  const starts: number[] = [];
  const now = Date.now();
  for (let at = Date.parse(from); at <= now; at += hourMs) {
    const isNewDay = starts.length === 0 || dayAt(at, zone) !== dayAt(at - hourMs, zone);
    if (step === 'hour' || isNewDay) starts.push(at);
  }
  return starts;
}

function useHours(parts: readonly Part[]): readonly Step[] {
  const known = new Map(parts.map((part) => [part.key, part]));
  return Array.from({ length: 24 }, (_, hour) => {
    const label = String(hour).padStart(2, '0');
    return { label, title: `${label}:00–${label}:59`, part: known.get(String(hour)) ?? null };
  });
}

function Steps({
  title,
  steps,
  shows,
}: {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly shows: 'sums' | 'counts';
}): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.overview;
  const count = (value: number) => formatCount(locale, value);
  const bars = steps.map(({ label, title: when, part }) => {
    if (shows === 'sums') {
      const said = part === null ? words.none : formatMoney(locale, part.paidSum);
      return { label, title: `${when}: ${said}`, value: part === null ? 0n : minorUnits(part.paidSum) };
    }
    const [paid, created] = [part?.paid ?? 0, part?.created ?? 0];
    const said = words.paidOf(count(paid), count(created));
    return { label, title: `${when}: ${said}`, value: BigInt(created), part: BigInt(paid) };
  });
  return (
    <Panel title={title} {...(shows === 'counts' ? { actions: <Legend /> } : {})}>
      <Bars label={title} bars={bars} />
      <StepTable title={title} steps={steps} />
    </Panel>
  );
}

function Legend(): ReactNode {
  const words = useText().operator.overview;
  return (
    <p className="bar-legend">
      <span>{words.created}</span>
      <span className="is-part">{words.paid}</span>
    </p>
  );
}

/** What the bars show, in figures; a day leads to its invoices. */
function StepTable({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.overview;
  const filled = steps.flatMap(({ part, ...step }) => (part === null ? [] : [{ ...step, part }]));
  return (
    <details className="as-table">
      <summary>{words.asTable}</summary>
      <table className="parts" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.paidCount}</th>
            <th scope="col">{words.conversion}</th>
            <th scope="col">{words.sum}</th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ title: when, href, part }) => (
            <tr key={when}>
              <th scope="row">{href === undefined ? when : <Link href={href}>{when}</Link>}</th>
              <td>{words.paidOf(formatCount(locale, part.paid), formatCount(locale, part.created))}</td>
              <td>
                <Share part={part} />
              </td>
              <td>
                <Money value={part.paidSum} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const partsShown = 8;

/** Conversion of each, the busiest first. */
function Parts({
  title,
  parts,
  name,
  href,
}: {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly name: (key: string) => string;
  readonly href: (key: string) => string;
}): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.overview;
  return (
    <Panel title={title}>
      {parts.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <table className="parts" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{text.shell.name}</th>
              <th scope="col">{words.paidCount}</th>
              <th scope="col">{words.conversion}</th>
              <th scope="col">{words.sum}</th>
            </tr>
          </thead>
          <tbody>
            {parts.slice(0, partsShown).map((part) => (
              <tr key={part.key}>
                <th scope="row">
                  <Link href={href(part.key)}>{name(part.key)}</Link>
                </th>
                <td>{words.paidOf(formatCount(locale, part.paid), formatCount(locale, part.created))}</td>
                <td>
                  <Share part={part} />
                </td>
                <td>
                  <Money value={part.paidSum} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** A bar and the figure: of those that have ended, how many were paid. */
function Share({ part: { successBps } }: { readonly part: Part }): ReactNode {
  const { locale } = useLocale();
  if (successBps === null) return <span className="muted">–</span>;
  return (
    <span className="share">
      <span className="share-bar" aria-hidden="true">
        <span style={{ width: `${successBps / 100}%` }} />
      </span>
      {formatBasisPoints(locale, successBps)}
    </span>
  );
}
