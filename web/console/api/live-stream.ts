import { urlOf } from './client.ts';
import type { Topic } from './live-topics.ts';

/**
 * `closed`: nobody looks. `opening`: it will be there in a moment. `open`. `lost`: it has not opened for a while; it is tried
 * again, ever more seldom.
 */
export type StreamState = 'closed' | 'opening' | 'open' | 'lost';

interface StreamListener {
  changed(state: StreamState): void;
  heard(topics: readonly Topic[]): void;
  /** What happened before is not known: it has just opened, or does not open any more. */
  missed(): void;
}

/** A stream that was lost is mostly back within moments; before that, nobody needs to hear of it. */
const patienceMs = 5_000;
/** Between attempts: twice as long each time, less up to half of it by chance, so that not all come at once. */
const retryMs = { first: 1_000, longest: 30_000 } as const;
/** A stream that was open for less has been no success. */
const steadyMs = 10_000;

/**
 * The service's events, for as long as they are wanted. A browser would come back by itself, but every two seconds without end,
 * and not at all where the service said no.
 */
export class LiveStream {
  readonly #listener: StreamListener;
  #source: EventSource | null = null;
  #openedAtMs: number | null = null;
  #failures = 0;
  #retry: number | undefined;
  #complaint: number | undefined;

  constructor(listener: StreamListener) {
    this.#listener = listener;
  }

  /** Now, unless it is open or on its way. */
  open(): void {
    if (this.#source !== null) return;
    window.clearTimeout(this.#retry);
    this.#startComplaint();
    this.#source = new EventSource(urlOf('followChanges', {}));
    this.#source.addEventListener('open', () => this.#opened());
    this.#source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      this.#listener.heard((JSON.parse(data) as { topics: Topic[] }).topics);
    });
    this.#source.addEventListener('error', () => this.#failed());
  }

  close(): void {
    this.#end();
    this.#failures = 0;
    window.clearTimeout(this.#retry);
    this.#stopComplaint();
    this.#listener.changed('closed');
  }

  #opened(): void {
    this.#openedAtMs = performance.now();
    this.#stopComplaint();
    this.#listener.changed('open');
    this.#listener.missed();
  }

  #failed(): void {
    const openMs = this.#openedAtMs === null ? 0 : performance.now() - this.#openedAtMs;
    this.#failures = openMs >= steadyMs ? 0 : this.#failures + 1;
    // Perhaps the session has ended: the user should see that now, not with the next request.
    if (this.#openedAtMs === null && this.#failures <= 2) this.#listener.missed();
    this.#end();
    const pauseMs = Math.min(retryMs.first * 2 ** this.#failures, retryMs.longest);
    this.#retry = window.setTimeout(() => this.open(), pauseMs * (0.5 + Math.random() / 2));
    this.#startComplaint();
  }

  #end(): void {
    this.#source?.close();
    this.#source = null;
    this.#openedAtMs = null;
  }

  /** From the first moment without a stream on, however often it is tried. */
  #startComplaint(): void {
    if (this.#complaint !== undefined) return;
    this.#listener.changed('opening');
    this.#complaint = window.setTimeout(() => this.#listener.changed('lost'), patienceMs);
  }

  #stopComplaint(): void {
    window.clearTimeout(this.#complaint);
    this.#complaint = undefined;
  }
}
