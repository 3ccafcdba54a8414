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

/** How many acts of the reader have begun or ended: what was asked for before one of them is old when it comes. */
let actMoments = 0;
let actsUnderWay = 0;

/** Runs an act of the reader. While it lasts, and over what it shows, no event changes the screen. */
export async function asAct(act: () => Promise<void>): Promise<void> {
  if (actsUnderWay > 0) return;
  actMoments++;
  actsUnderWay++;
  try {
    await act();
  } finally {
    actMoments++;
    actsUnderWay--;
  }
}

/** Asks how things stand, and changes the screen only if they stand differently. */
export async function refresh(): Promise<void> {
  if (actsUnderWay > 0) return;
  const asked = actMoments;
  // The step in the address was for the state that is on the screen; for another one the service passes over it.
  const answer = await fetchScreen(location.href, screen()?.dataset['facts'] ?? null);
  const markup = answer?.ok === true ? await answer.text() : null;
  if (markup !== null && asked === actMoments) show(markup, 'service');
}

async function visit(href: string, history_: 'push' | 'stay'): Promise<void> {
  await asAct(async () => {
    const answer = await fetchScreen(href, null);
    if (answer === null) return;
    if (history_ === 'push') history.pushState(null, '', href);
    show(await answer.text(), 'reader');
  });
}

async function fetchScreen(href: string, seen: string | null): Promise<Response | null> {
  const url = new URL(href);
  url.searchParams.delete('notice');
  url.searchParams.set('part', 'main');
  if (seen !== null) url.searchParams.set('seen', seen);
  return await reach(url.href);
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

function show(markup: string, cause: Cause): void {
  const next = new DOMParser().parseFromString(markup, 'text/html').querySelector('main');
  const current = screen();
  if (next === null || current === null) return;
  if (cause === 'service' && next.dataset['state'] === current.dataset['state']) {
    // Only the clock may have moved.
    current.dataset['now'] = next.dataset['now'] ?? '';
    for (const draw of swapped) draw();
    return;
  }
  const heldFocus = current.contains(document.activeElement);
  next.classList.add('swapped');
  current.replaceWith(next);
  document.title = next.dataset['title'] ?? document.title;
  if (cause === 'service') forgetStep();
  shownAddress = address();
  for (const draw of swapped) draw();
  const heading = document.getElementById('heading');
  if (cause === 'reader' || heldFocus) heading?.focus();
  // A focused heading is read out by itself.
  else announce(heading?.textContent ?? '');
  if (cause === 'reader') window.scrollTo({ top: 0 });
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
