import './overview.css';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import { formatBasisPoints, formatCount, formatDuration } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { Badge, Money } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { OverviewCards } from './overview-cards.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import {
  currencyIn,
  invoicesHref,
  type Overview as OverviewData,
  overviewPeriods,
  type Scope,
  useScope,
} from './overview-period.ts';

/** How the trade goes, at a glance: what came, what waits, what is wrong. Each figure leads to what it was counted from. */
export function Overview(): ReactNode {
  const { text, zone } = useLocale();
  const words = text.operator.overview;
  const scope = useScope();
  const query = { from: scope.from, step: scope.step, zone };
  const day = useRead('readOverview', { query }, { isLive: true, keepsPrevious: true });
  if (day.data === undefined) return day.error === null ? <Loading /> : <Trouble error={day.error} />;
  const currency = currencyIn(day.data, scope);
  return (
    <section className="overview" aria-label={words.title}>
      <Choices day={day.data} scope={scope} currency={currency} />
      <Figures day={day.data} scope={scope} currency={currency} />
      {day.data.isCut && <p className="notice">{words.isCut}</p>}
      <OverviewCards day={day.data} scope={scope} />
      {currency !== '' && <OverviewCharts day={day.data} scope={scope} currency={currency} />}
    </section>
  );
}

/** The start page of a service whose checklist is done. It says so once, and then only shows how it goes. */
export function ReadyOverview(): ReactNode {
  const words = useText().operator.overview;
  const [isTold, setTold] = useState(() => localStorage.getItem(toldKey) !== null);
  const hide = () => {
    localStorage.setItem(toldKey, 'yes');
    setTold(true);
  };
  return (
    <>
      {!isTold && (
        <p className="overview-ready" role="status">
          <Badge tone="ok">✓</Badge> {words.ready} <Button onClick={hide}>{words.hideReady}</Button>
        </p>
      )}
      <Overview />
    </>
  );
}

const toldKey = 'quittance-ready-told';

interface PartProps {
  readonly day: OverviewData;
  readonly scope: Scope;
  readonly currency: string;
}

/** Period, direction and currency. */
function Choices({ day, scope, currency }: PartProps): ReactNode {
  const text = useText();
  const url = useUrlState();
  const words = text.operator.overview;
  const currencies = day.trade.filter(({ type }) => type === scope.type).map((total) => total.currency);
  const tabs = (
    label: string,
    items: readonly (readonly [value: string, shown: string])[],
    chosen: string,
    name: string,
  ) => (
    <fieldset className="tabs" aria-label={label}>
      {items.map(([value, shown], index) => (
        <button
          key={value}
          type="button"
          className="tab"
          aria-pressed={value === chosen}
          onClick={() => url.set({ [name]: index === 0 ? '' : value })}
        >
          {shown}
        </button>
      ))}
    </fieldset>
  );
  const periods = Object.keys(overviewPeriods) as (keyof typeof overviewPeriods)[];
  return (
    <div className="overview-choices">
      {tabs(
        text.shell.period,
        periods.map((period) => [period, words.periods[period]]),
        scope.period,
        'period',
      )}
      {tabs(text.trade.type, Object.entries(text.trade.directions), scope.type, 'type')}
      {currencies.length > 1 &&
        tabs(
          text.trade.currency,
          currencies.map((code) => [code, code]),
          currency,
          'currency',
        )}
    </div>
  );
}

function Figures({ day, scope, currency }: PartProps): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.overview;
  const total = day.trade.find((one) => one.type === scope.type && one.currency === currency);
  const wait = day.waits.find(({ type }) => type === scope.type);
  const count = (value: number) => formatCount(locale, value);
  const within = (seconds: number | null) => (seconds === null ? '–' : formatDuration(locale, seconds * 1000));
  return (
    <dl className="figures">
      <Figure label={words.volume} href={invoicesHref(scope, { status: 'paid' })}>
        {total === undefined ? words.none : <Money value={total.paidSum} />}
      </Figure>
      <Figure
        label={words.paidCount}
        href={invoicesHref(scope)}
        note={total === undefined ? '' : words.ofCreated(count(total.created))}
      >
        {count(total?.paid ?? 0)}
      </Figure>
      <Figure label={words.conversion} href={invoicesHref(scope, { status: 'expired' })} note={words.conversionNote}>
        {total?.successBps == null ? '–' : formatBasisPoints(locale, total.successBps)}
      </Figure>
      <Figure
        label={words.timeToConfirm}
        href="/deals?status=transfer_confirmed"
        note={wait === undefined || wait.count === 0 ? words.none : words.mostWithin(within(wait.mostWithinS))}
      >
        {wait === undefined || wait.count === 0 ? '–' : words.halfWithin(within(wait.halfWithinS))}
      </Figure>
      {day.income.map(({ currency: code, income, rewards }) => (
        <Figure
          key={code}
          label={words.income}
          href={`/reports?from=${scope.firstDay}`}
          note={
            <>
              {words.rewards} <Money value={rewards} />
            </>
          }
        >
          <Money value={income} />
        </Figure>
      ))}
    </dl>
  );
}

function Figure({
  label,
  href,
  note,
  children,
}: {
  readonly label: string;
  readonly href: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        <Link href={href} className="figure-link">
          {children}
        </Link>
      </dd>
      {note !== undefined && <dd className="figure-note">{note}</dd>}
    </div>
  );
}
