import { announce, notice, showConnection } from './announce.ts';

/** Who changed the screen: the reader by an act, or the service by an event. It decides where the focus goes. */
type Cause = 'reader' | 'service';

const swapped = new Set<() => void>();

/** Calls back now and after every change of the screen. */
export function onScreen(draw: () => void): void {
  swapped.add(draw);
  draw();
}

export function screen(): HTMLElement | null {
  return document.getElementById('main');
}

/** The step, or another page of the history, that the screen is for. */
let shownAddress = '';

function address(): string {
  return location.pathname + location.search;
}

export function followPage(): void {
  forgetNotice();
  shownAddress = address();
  document.addEventListener('click', (event) => {
    keepStep(event.target);
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-step]') : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void visit(link.href, 'push');
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.matches('.upload') || screen()?.contains(form) !== true) return;
    event.preventDefault();
    void send(form, event.submitter);
  });
  window.addEventListener('popstate', () => {
    // Jumps within the screen, as to its heading, are the browser's business.
    if (address() !== shownAddress) void visit(location.href, 'stay');
  });
}

/** Questions, and beginnings and ends of acts of the reader, are counted; what was asked before `shown` is old when it comes. */
let moments = 0;
let shown = 0;
let actsUnderWay = 0;

/** Runs an act of the reader. While it lasts, and over what it shows, no event changes the screen. */
export async function asAct(act: () => Promise<void>): Promise<void> {
  if (actsUnderWay > 0) return;
  shown = ++moments;
  actsUnderWay++;
  try {
    await act();
  } finally {
    shown = ++moments;
    actsUnderWay--;
    if (isOwed) void refresh();
  }
}

const patienceMs = 20_000;
/** Pauses between questions that got no answer grow from about the first to about the second. */
const [pauseMs, pauseMaxMs] = [2_000, 30_000];
let again: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** Somebody wanted to know how things stand, and the screen does not show it yet. */
let isOwed = false;
/** What the last event told. The screen is behind it until it shows these facts, or what the service knew later. */
let heard = { facts: '', now: 0 };

/** Pages that lost the service together do not come back to it together. */
export function about(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** Events are sent once: what one told is asked for until it is on the screen. */
export function hear(facts: string, now: number): void {
  heard = { facts, now };
  if (facts !== screen()?.dataset['facts']) void refresh();
}

/** Asks how things stand, until there is an answer, and changes the screen only if they stand differently. */
export async function refresh(): Promise<void> {
  isOwed = true;
  if (actsUnderWay > 0) return;
  clearTimeout(again);
  const asked = ++moments;
  // The step in the address was for the state that is on the screen; for another one the service passes over it.
  const seen = screen()?.dataset['facts'] ?? null;
  // On a line that died unnoticed a question would be waited for in vain. Old browsers cannot give up.
  const answer = await fetchScreen(location.href, seen, { signal: AbortSignal.timeout?.(patienceMs) ?? null });
  const markup = answer?.ok === true ? await answer.text().catch(() => '') : '';
  if (asked < shown) return;
  const isShown = show(markup, 'service');
  if (isShown) shown = asked;
  // A later request does the rest.
  if (asked < moments) return;
  const { facts, now } = screen()?.dataset ?? {};
  isOwed = !isShown || (facts !== heard.facts && Number(now) < heard.now);
  if (isOwed) again = setTimeout(refresh, about(Math.min(pauseMaxMs, pauseMs * 2 ** failures++)));
  else failures = 0;
}

async function visit(href: string, history_: 'push' | 'stay'): Promise<void> {
  await asAct(async () => {
    const answer = await fetchScreen(href, null);
    if (answer === null) return;
    if (history_ === 'push') history.pushState(null, '', href);
    show(await answer.text(), 'reader');
  });
}

async function fetchScreen(href: string, seen: string | null, init?: RequestInit): Promise<Response | null> {
  const url = new URL(href);
  url.searchParams.delete('notice');
  url.searchParams.set('part', 'main');
  if (seen !== null) url.searchParams.set('seen', seen);
  return await reach(url.href, init);
}

/** The form goes where it says, and what comes back is the page as a browser without script would see it. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  await asAct(async () => {
    const button = submitter ?? form.querySelector('button');
    button?.setAttribute('aria-disabled', 'true');
    const fields = new URLSearchParams();
    if (submitter instanceof HTMLButtonElement && submitter.name !== '') fields.set(submitter.name, submitter.value);
    const answer = await reach(form.action, { method: 'POST', body: fields });
    button?.removeAttribute('aria-disabled');
    if (answer !== null) arrive(await answer.text(), answer.url);
  });
}

/** The answer to a form: where the service led the browser to, and what it showed there. */
export function arrive(markup: string, landedAt: string): void {
  if (landedAt !== '') history.replaceState(null, '', landedAt);
  forgetNotice();
  show(markup, 'reader');
}

async function reach(url: string, init?: RequestInit): Promise<Response | null> {
  try {
    const answer = await fetch(url, { ...init, headers: { accept: 'text/html' } });
    showConnection('online');
    return answer;
  } catch {
    showConnection('offline');
    return null;
  }
}

/** False: this is no page of ours. */
function show(markup: string, cause: Cause): boolean {
  const next = new DOMParser().parseFromString(markup, 'text/html').querySelector('main');
  const current = screen();
  if (next === null || current === null) return false;
  if (cause === 'service' && next.dataset['state'] === current.dataset['state']) {
    // Only the clock may have moved.
    current.dataset['now'] = next.dataset['now'] ?? '';
    for (const draw of swapped) draw();
    return true;
  }
  const heldFocus = current.contains(document.activeElement);
  next.classList.add('swapped');
  current.replaceWith(next);
  const title = next.dataset['title'] ?? document.title;
  const isSameTitle = title === document.title;
  document.title = title;
  if (cause === 'service') forgetStep();
  shownAddress = address();
  for (const draw of swapped) draw();
  const heading = document.getElementById('heading');
  const isFocused = cause === 'reader' || heldFocus;
  if (isFocused) heading?.focus();
  const came = cause === 'reader' ? undefined : next.querySelector('.arrived')?.textContent;
  // A focused heading is read out by itself. Under the one that was there before, what came is the news.
  const isRead = isFocused || (came !== undefined && isSameTitle);
  const words = [isRead ? '' : heading?.textContent, came].filter(Boolean);
  if (words.length > 0) announce(words.join('. '));
  if (cause === 'reader') window.scrollTo({ top: 0 });
  return true;
}

/** The switch of languages was drawn with the page; the step may have changed since. */
function keepStep(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.languages a') : null;
  if (link === null) return;
  const [url, here] = [new URL(link.href), new URL(location.href)];
  url.searchParams.delete('step');
  const step = here.searchParams.get('step');
  if (step !== null) url.searchParams.set('step', step);
  link.href = url.href;
}

/** A word about the last act is for once: a reload or a bookmark must not say it again. */
function forgetNotice(): void {
  changeAddress((url) => url.searchParams.delete('notice'));
}

/** The invoice has moved on: the step in the address was for what was before. */
function forgetStep(): void {
  notice('');
  changeAddress((url) => url.searchParams.delete('step'));
}

function changeAddress(change: (url: URL) => void): void {
  const url = new URL(location.href);
  change(url);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
