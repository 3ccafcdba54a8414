import { showConnection } from './announce.ts';
import { setServerTime } from './clock.ts';
import { about, hear, onScreen, refresh, screen } from './page.ts';

/** Without a stream the page asks by itself, this often. */
const pollMs = 10_000;
/** A stream that was lost is mostly back within moments; before that, nobody needs to hear of it. */
const patienceMs = 4_000;

let source: EventSource | null = null;
let poll: ReturnType<typeof setTimeout> | null = null;
let complaint: ReturnType<typeof setTimeout> | null = null;

/** Follows the invoice by server-sent events; where those do not get through, by asking every few seconds. */
export function startLive(): void {
  onScreen(() => (screen()?.dataset['events'] === undefined ? close() : open()));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  window.addEventListener('online', wake);
  window.addEventListener('offline', () => showConnection('offline'));
  // Left open, the stream would keep the page out of the browser's memory for "back".
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) wake();
  });
}

/** After sleep, or coming back to the tab: what is on the screen may be old. */
function wake(): void {
  if (screen()?.dataset['events'] === undefined) return;
  void refresh();
  if (source?.readyState === EventSource.CLOSED) close();
  open();
}

function open(): void {
  const address = screen()?.dataset['events'];
  if (source !== null || address === undefined) return;
  source = new EventSource(address);
  source.addEventListener('open', () => {
    // The next question stays: what happened while the stream was away is asked for once more, not by all pages at once.
    stopComplaint();
    // A stream that was on its way when the line was lost still opens, and says nothing about the line.
    if (navigator.onLine) showConnection('online');
  });
  source.addEventListener('invoice', (event) => read((event as MessageEvent<string>).data));
  source.addEventListener('error', () => {
    // The browser comes back by itself, unless the service said no: then asking is what is left.
    startPolling();
    complaint ??= setTimeout(complain, patienceMs);
  });
}

function close(): void {
  source?.close();
  source = null;
  stopPolling();
}

/** What an event of the public interface says for the page. */
interface Heard {
  readonly paymentPage: {
    readonly now: number;
    readonly status: string;
    readonly deal: { readonly id: string; readonly status: string; readonly receipts: number } | null;
    readonly held: { readonly sum: { readonly amount: string } } | null;
  };
}

/** Whether an event is news is for the screen to say: it carries what it was drawn from. The service draws the next one. */
function read(data: string): void {
  const { now, status, deal, held } = (JSON.parse(data) as Heard).paymentPage;
  setServerTime(now);
  hear([status, deal?.id ?? '', deal?.status ?? '', deal?.receipts ?? 0, held?.sum.amount ?? ''].join(' '), now);
}

function complain(): void {
  complaint = null;
  if (source !== null && source.readyState !== EventSource.OPEN) void refresh();
}

function startPolling(): void {
  poll ??= setTimeout(async () => {
    poll = null;
    await refresh();
    if (source === null || source.readyState === EventSource.OPEN) return;
    if (source.readyState === EventSource.CLOSED) {
      source = null;
      open();
    }
    startPolling();
  }, about(pollMs));
}

function stopPolling(): void {
  if (poll !== null) clearTimeout(poll);
  poll = null;
  stopComplaint();
}

function stopComplaint(): void {
  if (complaint !== null) clearTimeout(complaint);
  complaint = null;
}
