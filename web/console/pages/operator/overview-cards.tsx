import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatCount } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Age, Badge, Money, Rate } from '../../ui/values.tsx';
import { useDebts } from '../debts.tsx';
import { useOwnerName } from './ledger.tsx';
import type { Overview, Scope } from './overview-period.ts';
import { queuePath } from './paths.ts';

/** What waits, what is wrong, what there is: each line leads to its place. */
export function OverviewCards({ day, scope }: { readonly day: Overview; readonly scope: Scope }): ReactNode {
  return (
    <div className="overview-cards">
      <Alarms day={day} />
      <Work day={day} />
      <Misses day={day} scope={scope} />
      <Balances day={day} />
      <Books day={day} />
      <Rates day={day} />
    </div>
  );
}

interface CardProps {
  readonly day: Overview;
}

function useWords() {
  return useText().operator.overview;
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

function Work({ day: { work } }: CardProps): ReactNode {
  const text = useText();
  const words = useWords();
  const waiting = work.filter(({ count }) => count > 0);
  return (
    <Card title={words.work} href={queuePath}>
      {waiting.length === 0 && <p className="muted">{words.nothingWaits}</p>}
      <ul className="overview-list">
        {waiting.map(({ kind, count, isMore, oldestAt }) => (
          <li key={kind}>
            <Link href={`${queuePath}?kind=${kind}`}>{text.operator.queue.kinds[kind]}</Link>
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

function Misses({ day: { misses } }: CardProps & { readonly scope: Scope }): ReactNode {
  const { text, locale } = useLocale();
  const words = useWords();
  const reasons: Readonly<Record<string, string>> = text.operator.system.missReasons;
  return (
    <Card title={words.misses} href="/system">
      {misses.length === 0 && <p className="muted">{words.noMisses}</p>}
      <ul className="overview-list">
        {misses.map(({ reason, count }) => (
          <li key={reason}>
            <Link href="/system">{reasons[reason] ?? reason}</Link>
            <b>{formatCount(locale, count)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Losses that the service bears until they are paid. */
function Debts(): ReactNode {
  const { trade } = useText();
  const debts = [...useDebts('maker_debt'), ...useDebts('store_debt')];
  const ownerName = useOwnerName();
  if (debts.length === 0) return null;
  return (
    <>
      <h3>{trade.debt}</h3>
      <ul className="overview-list">
        {debts.map((debt) => (
          <li key={debt.id}>
            <Link href={`/ledger/${debt.id}`}>{ownerName(debt)}</Link>
            <Money value={debt.balance} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Balances({ day: { makers, low } }: CardProps): ReactNode {
  const words = useWords();
  return (
    <Card title={words.makers} href="/makers">
      {makers.length === 0 && <p className="muted">{words.none}</p>}
      {makers.map(({ currency, free, held, frozen, makers: count }) => (
        <ul key={currency} className="overview-list">
          <li>
            <Link href="/ledger?kind=maker_available">{words.free(count)}</Link>
            <b>
              <Money value={free} />
            </b>
          </li>
          <li>
            <Link href="/ledger?kind=maker_held">{words.held}</Link>
            <Money value={held} />
          </li>
          <li>
            <Link href="/ledger?kind=store_frozen">{words.frozen}</Link>
            <Money value={frozen} />
          </li>
        </ul>
      ))}
      <Debts />
      {low.length > 0 && (
        <>
          <h3>{words.low}</h3>
          <ul className="overview-list">
            {low.map(({ makerId, name, free, hoursLeft }) => (
              <li key={makerId}>
                <Link href={`/makers/${makerId}`}>{name}</Link>
                <span>
                  <Money value={free} />{' '}
                  <Badge tone={hoursLeft === null || hoursLeft < 3 ? 'bad' : 'wait'}>
                    {hoursLeft === null ? words.isEmpty : words.hoursLeft(hoursLeft)}
                  </Badge>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** What the check of the books says. */
function Books({ day: { books } }: CardProps): ReactNode {
  const words = useWords();
  const { moneyOut, checkedAt, lawsHeld, lawsBroken } = books;
  return (
    <Card title={words.books} href="/ledger">
      <p>
        <Badge tone={lawsBroken > 0 ? 'bad' : checkedAt === null ? 'wait' : 'ok'}>
          {checkedAt === null
            ? words.notChecked
            : lawsBroken > 0
              ? words.lawsBroken(lawsBroken)
              : words.lawsHeld(lawsHeld)}
        </Badge>
      </p>
      {checkedAt !== null && (
        <p className="muted">
          {words.checkedAgo} <Age since={checkedAt} />
        </p>
      )}
      {moneyOut === 'stopped' && (
        <p>
          <Badge tone="bad">{words.alarmKinds.money_out_stopped}</Badge>
        </p>
      )}
      <p>
        <Link href="/audit">{words.auditLog}</Link>
      </p>
    </Card>
  );
}

function Rates({ day: { rates } }: CardProps): ReactNode {
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
              <b>
                <Rate value={rate} />
              </b>{' '}
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
const places: Readonly<Record<Overview['alarms'][number]['kind'], string>> = {
  money_out_stopped: '/system',
  rates_outdated: '/rates',
  feeds_failing: '/rates',
  feeds_on_fallback: '/rates',
  transfers_overdue: `${queuePath}?kind=overdue`,
  receivers_paused: '/notifications',
  makers_empty: '/makers',
  backup_old: '/audit',
};

/** Warnings that leave time until tomorrow. */
const mild: ReadonlySet<string> = new Set(['feeds_on_fallback', 'makers_empty', 'backup_old']);

function Alarms({ day: { alarms } }: CardProps): ReactNode {
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
