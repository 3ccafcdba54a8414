import { isValidElement, type ReactNode, useEffect, useState } from 'react';
import type { MoneyDTO } from '../api/schema.ts';
import {
  formatDecimal,
  formatDuration,
  formatInstant,
  formatShortInstant,
  formatSum,
  groupDigits,
  shortId,
  zerosLeftOut,
} from '../format.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import { useLocale } from '../text/locale.tsx';
import { Icon } from './icon.tsx';
import { tell } from './toast.tsx';

/** How the things of the trade look, the same on every page. */
export function Money({ value, isSigned = false }: { readonly value: MoneyDTO | null; readonly isSigned?: boolean }) {
  const { locale } = useLocale();
  if (value === null) return <span className="muted">–</span>;
  const isPlus = isSigned && !value.amount.startsWith('-') && /[1-9]/.test(value.amount);
  return (
    <span className={isPlus ? 'money plus' : 'money'}>
      {isPlus ? '+' : ''}
      <span className="digits" data-zeros={zerosLeftOut(value)}>
        {formatSum(locale, value)}
      </span>{' '}
      <span className="currency">{value.currency}</span>
    </span>
  );
}

/** A decimal text of the interface whose currency stands beside it. */
export function Amount({ value, currency }: { readonly value: string; readonly currency: string }): ReactNode {
  return <Money value={{ amount: value, currency, subunit: value.split('.')[1]?.length ?? 0 }} />;
}

/** A rate with all its digits. */
export function Rate({ value }: { readonly value: string }): ReactNode {
  const { locale } = useLocale();
  return <span className="digits">{formatDecimal(locale, value)}</span>;
}

/** What the audit log is about, in words, with the end of its ID where that is long. */
export function useSubjectName(): (kind: string, id: string) => string {
  const { text } = useLocale();
  return (kind, id) => `${text.codes.subjects[kind] ?? kind} ${id.length > 20 ? shortId(id) : id}`;
}

export function Instant({ at }: { readonly at: string | null }): ReactNode {
  const { locale } = useLocale();
  if (at === null) return <span className="muted">–</span>;
  return (
    <time dateTime={at} title={formatInstant(locale, at)}>
      {formatShortInstant(locale, at, Date.now())}
    </time>
  );
}

/** How long ago, counted on while it is looked at. */
export function Age({ since }: { readonly since: string }): ReactNode {
  const { locale } = useLocale();
  const now = useNow();
  return (
    <time dateTime={since} title={formatInstant(locale, since)}>
      {formatDuration(locale, now - Date.parse(since))}
    </time>
  );
}

/** How long until, counted down; what has passed is marked. */
export function Countdown({ until }: { readonly until: string }): ReactNode {
  const { locale, text } = useLocale();
  const leftMs = Date.parse(until) - useNow();
  if (leftMs <= 0) return <span className="overdue">{text.shell.timeIsUp}</span>;
  return (
    <time dateTime={until} title={formatInstant(locale, until)} className={leftMs < 120_000 ? 'soon' : undefined}>
      {formatDuration(locale, leftMs)}
    </time>
  );
}

/** The browser's clock, a second at a time. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The end of an ID, with the whole of it in the clipboard on a click. */
export function Id({ value, isWhole = false }: { readonly value: string; readonly isWhole?: boolean }): ReactNode {
  const { text } = useLocale();
  return (
    <button
      type="button"
      className="id"
      title={value}
      onClick={(event) => {
        event.stopPropagation();
        void copy(value, text.shell);
      }}
    >
      {isWhole ? value : shortId(value)}
      <span className="visually-hidden">{text.shell.copy}</span>
      <Icon name="copy" />
    </button>
  );
}

/** A card, phone or account as people compare it, on one line; a link is long, and breaks where the line ends. */
export function RequisiteNumber({ value }: { readonly value: string }): ReactNode {
  const isLink = value.startsWith('https://');
  return <span className={isLink ? 'number long' : 'number'}>{groupDigits(value)}</span>;
}

/** Copies what is on the page anyway, and says in passing whether it worked. */
export async function copy(value: string, { copied, copyRefused }: Dictionary['shell']): Promise<void> {
  if (await isCopied(value)) tell(copied);
  else tell(copyRefused, 'fault');
}

/** Whether the clipboard has it. Browsers keep it from pages without https, and may refuse it on any other. */
export async function isCopied(value: string): Promise<boolean> {
  try {
    // On a page without https there is no clipboard at all.
    if (navigator.clipboard === undefined) return false;
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

export type StatusTone = 'ok' | 'wait' | 'bad' | 'info' | 'off';

const tones: Readonly<Record<string, StatusTone>> = {
  new: 'info',
  paid: 'ok',
  completed: 'ok',
  matched: 'ok',
  sent: 'ok',
  delivered: 'ok',
  waiting: 'wait',
  paying: 'wait',
  lapsed: 'off',
  unsent: 'off',
  transfer_waiting: 'wait',
  transfer_confirmed: 'wait',
  created: 'wait',
  sending: 'wait',
  held: 'bad',
  dispute: 'bad',
  rejected: 'bad',
  failed: 'bad',
  canceled: 'off',
  expired: 'off',
  returned: 'off',
};

/** A word and a colour: the colour alone would not be enough. `of` says what has the status. */
export function Status({
  of,
  value,
}: {
  readonly of: keyof Dictionary['statuses'];
  readonly value: string;
}): ReactNode {
  const { text } = useLocale();
  const words: Readonly<Record<string, string>> = text.statuses[of];
  return <Badge tone={tones[value] ?? 'info'}>{words[value] ?? value}</Badge>;
}

/** An act of the audit log in words; its code is in the title, for those who search by it. */
export function ActName({ action }: { readonly action: string }): ReactNode {
  const { text } = useLocale();
  const asRead = action.replaceAll('-', ' ');
  return <span title={action}>{text.codes.acts[action] ?? asRead.charAt(0).toUpperCase() + asRead.slice(1)}</span>;
}

export function Badge({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** Two lines in one cell: what a phone has room for. Text becomes a line, an element is one. `lower`: false where there is none. */
export function TwoLines({ upper, lower }: { readonly upper: ReactNode; readonly lower: ReactNode }): ReactNode {
  return (
    <span className="two-lines">
      {isValidElement(upper) ? upper : <span>{upper}</span>}
      {lower === false || isValidElement(lower) ? lower : <span>{lower}</span>}
    </span>
  );
}

/** Facts about one thing: a name and a value each. */
export function Facts({ items }: { readonly items: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className="facts">
      {items.map(
        (item) =>
          item !== null && (
            <div key={item[0]}>
              <dt>{item[0]}</dt>
              <dd>{item[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** One figure of those that a page begins with. */
export function Figure({ label, value }: { readonly label: string; readonly value: ReactNode }): ReactNode {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function PageHead({
  title,
  note,
  children,
}: {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {note !== undefined && <p className="muted">{note}</p>}
      </div>
      <div className="page-actions">{children}</div>
    </header>
  );
}

export function Panel({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
