import './overview.css';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Trouble } from '../../ui/states.tsx';
import { Age, Badge, Money, PageHead } from '../../ui/values.tsx';

type Day = Answer<'readOverview'>;

/** How the day goes, at a glance: what came, what waits, what is wrong. */
export default function OverviewPage(): ReactNode {
  const { overview } = useText().operator;
  return (
    <>
      <PageHead title={overview.title} note={overview.note} />
      <Overview />
    </>
  );
}

export function Overview(): ReactNode {
  const words = useWords();
  // Where somebody sits, the day begins at midnight; it is fixed while the page is open, so that one answer is kept.
  const from = useMemo(() => midnight(Date.now()), []);
  const day = useRead('readOverview', { query: { from } }, { isLive: true, keepsPrevious: true });
  if (day.error !== null) return <Trouble error={day.error} />;
  if (day.data === undefined) return null;
  return (
    <section className="overview" aria-label={words.title}>
      <Alarms day={day.data} />
      <Trade day={day.data} type="in" />
      <Trade day={day.data} type="out" />
      <Work day={day.data} />
      <Makers day={day.data} />
      <Income day={day.data} />
      <Rates day={day.data} />
    </section>
  );
}

/** The start page of a service whose checklist is done. It says so once, and then only shows the day. */
export function ReadyOverview(): ReactNode {
  const words = useWords();
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

function useWords() {
  return useText().operator.overview;
}

function midnight(nowMs: number): string {
  const date = new Date(nowMs);
  date.setHours(0, 0, 0, 0);
  return date.toISOString();
}

function Card({
  title,
  href,
  isWide = false,
  children,
}: {
  readonly title: string;
  readonly href?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <article className={isWide ? 'overview-card wide' : 'overview-card'}>
      <h2>{href === undefined ? title : <Link href={href}>{title}</Link>}</h2>
      {children}
    </article>
  );
}

function Trade({ day, type }: { readonly day: Day; readonly type: 'in' | 'out' }): ReactNode {
  const words = useWords();
  const { locale } = useLocale();
  const share = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const totals = day.trade.filter((total) => total.type === type);
  return (
    <Card title={type === 'in' ? words.payins : words.payouts} href={`/invoices?type=${type}`}>
      {totals.length === 0 && <p className="muted">{words.none}</p>}
      {totals.map(({ currency, paid, created, paidSum, successBps }) => (
        <p key={currency} className="overview-figure">
          <b>
            <Money value={paidSum} />
          </b>
          <span className="muted">
            {words.paidOf(paid, created)}
            {successBps !== null && ` · ${words.success(share.format(successBps / 100))}`}
          </span>
        </p>
      ))}
      {day.isCut && <p className="muted">{words.isCut}</p>}
    </Card>
  );
}

function Income({ day: { income } }: { readonly day: Day }): ReactNode {
  const words = useWords();
  return (
    <Card title={words.income} href="/reports">
      {income.length === 0 && <p className="muted">{words.none}</p>}
      {income.map((sum) => (
        <p key={sum.currency} className="overview-figure">
          <b>
            <Money value={sum} />
          </b>
        </p>
      ))}
    </Card>
  );
}

function Makers({ day: { makers } }: { readonly day: Day }): ReactNode {
  const words = useWords();
  return (
    <Card title={words.makers} href="/makers">
      {makers.length === 0 && <p className="muted">{words.none}</p>}
      {makers.map(({ currency, free, held, makers: count }) => (
        <p key={currency} className="overview-figure">
          <b>
            <Money value={free} />
          </b>
          <span className="muted">
            {words.makersNote(count)} · {words.held} <Money value={held} />
          </span>
        </p>
      ))}
    </Card>
  );
}

function Work({ day: { work } }: { readonly day: Day }): ReactNode {
  const text = useText();
  const words = useWords();
  const waiting = work.filter(({ count }) => count > 0);
  return (
    <Card title={words.work} href="/">
      {waiting.length === 0 && <p className="muted">{words.nothingWaits}</p>}
      <ul className="overview-list">
        {waiting.map(({ kind, count, isMore, oldestAt }) => (
          <li key={kind}>
            <Link href={`/?kind=${kind}`}>{text.operator.queue.kinds[kind]}</Link>
            <span>
              <b>{`${count}${isMore ? '+' : ''}`}</b>
              {oldestAt !== null && (
                <span className="muted">
                  {' '}
                  <Age since={oldestAt} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Rates({ day: { rates } }: { readonly day: Day }): ReactNode {
  const text = useText();
  const words = useWords();
  return (
    <Card title={words.rates} href="/rates">
      {rates.length === 0 && <p className="muted">{words.noRates}</p>}
      <ul className="overview-list">
        {rates.map(({ settlementCurrency, fiatCurrency, type, rate, setAt, isOutdated }) => (
          <li key={`${settlementCurrency}/${fiatCurrency} ${type}`}>
            <span>
              {`${settlementCurrency}/${fiatCurrency}`} <span className="muted">{text.trade.directions[type]}</span>
            </span>
            <span>
              <b>{rate}</b>{' '}
              <span className={isOutdated ? 'overdue' : 'muted'}>
                <Age since={setAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where each alarm is looked into. */
const places: Readonly<Record<Day['alarms'][number]['kind'], string>> = {
  money_out_stopped: '/system',
  rates_outdated: '/rates',
  feeds_failing: '/rates',
  feeds_on_fallback: '/rates',
  transfers_overdue: '/?kind=overdue',
  receivers_paused: '/notifications',
  makers_empty: '/makers',
  backup_old: '/audit',
};

/** Warnings that leave time until tomorrow. */
const mild: ReadonlySet<string> = new Set(['feeds_on_fallback', 'makers_empty', 'backup_old']);

function Alarms({ day: { alarms } }: { readonly day: Day }): ReactNode {
  const words = useWords();
  return (
    <Card title={words.alarms} isWide>
      {alarms.length === 0 ? (
        <p>
          <Badge tone="ok">{words.allWell}</Badge>
        </p>
      ) : (
        <ul className="overview-alarms">
          {alarms.map(({ kind, count }) => (
            <li key={kind}>
              <Badge tone={mild.has(kind) ? 'wait' : 'bad'}>{String(count)}</Badge>{' '}
              <Link href={places[kind]}>{words.alarmKinds[kind]}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
