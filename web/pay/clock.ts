import { announce } from './announce.ts';
import { onScreen, refresh, screen } from './page.ts';

const tickMs = 250;
/** A gap between two ticks that only a sleeping machine or a changed clock can make. */
const jumpMs = 5_000;
const soonMs = 120_000;
/** How long to wait before asking again whether time is really up: the service's clock may be a little behind. */
const askAgainMs = 2_000;

/** What the service's clock says ahead of this machine's. */
let aheadMs = 0;
/** The last moment that was announced, and of which countdown: each is told once, however often the screen is drawn. */
let announced = { until: '', minutes: Number.POSITIVE_INFINITY };
let askedAtMs = 0;

export function startClock(): void {
  onScreen(() => {
    const now = Number(screen()?.dataset['now'] ?? Number.NaN);
    if (!Number.isNaN(now) && now > 0) setServerTime(now);
    showLocalTimes();
    tick();
  });
  let [wall, steady] = [Date.now(), performance.now()];
  setInterval(() => {
    const drift = Date.now() - wall - (performance.now() - steady);
    const slept = performance.now() - steady;
    [wall, steady] = [Date.now(), performance.now()];
    if (Math.abs(drift) > jumpMs || slept > jumpMs) void refresh();
    tick();
  }, tickMs);
}

export function setServerTime(serverNowMs: number): void {
  aheadMs = serverNowMs - Date.now();
}

function tick(): void {
  const line = document.querySelector<HTMLElement>('.countdown');
  const shown = line?.querySelector<HTMLElement>('.left');
  if (line == null || shown == null) return;
  const leftMs = Number(line.dataset['until']) - (Date.now() + aheadMs);
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (shown.textContent !== text) shown.textContent = text;
  line.classList.toggle('soon', leftMs < soonMs);
  announceLeft(line, seconds);
  if (leftMs <= 0 && Date.now() - askedAtMs > askAgainMs) {
    askedAtMs = Date.now();
    void refresh();
  }
}

/** A screen reader should not hear every second; it hears the few moments that the page names. */
function announceLeft(line: HTMLElement, seconds: number): void {
  const announcements: [number, string][] = JSON.parse(line.dataset['announcements'] ?? '[]');
  const due = announcements.filter(([minutes]) => seconds <= minutes * 60).sort(([left], [right]) => left - right)[0];
  const until = line.dataset['until'] ?? '';
  if (announced.until !== until) announced = { until, minutes: Number.POSITIVE_INFINITY };
  if (due === undefined || due[0] >= announced.minutes) return;
  announced = { until, minutes: due[0] };
  // When the page opens in the middle, what is past is not told as if it had just happened.
  if (seconds > due[0] * 60 - 15) announce(due[1]);
}

/** The service does not know where the reader is; the browser does. */
function showLocalTimes(): void {
  const { lang } = document.documentElement;
  // Of all kinds of English, the reader's own: half the world does not read "PM".
  const wished = navigator.languages.find((one) => one.split('-')[0] === lang && isLocale(one)) ?? lang;
  // A browser that cannot write dates in the page's language would write them as in America: here people read Russian ones.
  const [locale = lang] = Intl.DateTimeFormat.supportedLocalesOf([wished, lang, 'ru']);
  const forms: Record<string, Intl.DateTimeFormatOptions> = {
    time: { timeStyle: 'short' },
    date: { dateStyle: 'medium', timeStyle: 'short' },
  };
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const form = forms[element.dataset['local'] ?? ''];
    if (form !== undefined)
      element.textContent = new Intl.DateTimeFormat(locale, form).format(new Date(element.dateTime));
  }
}

/** A browser may name what dates cannot be written in, as `en-US@posix` of a system without a language. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
