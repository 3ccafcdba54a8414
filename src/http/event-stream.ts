import type { ServerResponse } from 'node:http';

/** Proxies cut a connection on which nothing moves, mostly after a minute. */
const quietMaxMs = 25_000;
/** Then the browser comes back by itself: perhaps to a process with fewer streams, and certainly without what piled up. */
const lifeMaxMs = 60 * 60_000;
/** Some twenty events. A slower reader is cut off, and gets the present state when it comes back. */
const unreadBytesMax = 64 * 1024;
/** After a lost connection browsers wait this long. */
const retryMs = 2_000;

export interface LiveEvent {
  readonly name: string;
  /** What the reader comes back with; absent where there is nothing to resume. */
  readonly id?: string;
  /** One line: JSON without line breaks. */
  readonly data: string;
}

/** One open answer of server-sent events. It never waits for its reader. */
export class EventStream {
  readonly #answer: ServerResponse;
  readonly #openedAtMs: number;
  #writtenAtMs: number;

  /** Begins the answer. The headers are those that every answer has, and those of a stream. */
  constructor(answer: ServerResponse, headers: Readonly<Record<string, string | number>>) {
    this.#answer = answer;
    this.#openedAtMs = performance.now();
    this.#writtenAtMs = this.#openedAtMs;
    // Without a listener a connection that breaks while it is written to would end the process.
    answer.on('error', () => undefined);
    answer.writeHead(200, { ...headers, ...streamHeaders });
    answer.write(`retry: ${retryMs}\n\n`);
  }

  /** Also when the reader has left before anybody asked. */
  onClose(listener: () => void): void {
    if (this.#answer.destroyed) listener();
    else this.#answer.once('close', listener);
  }

  send({ name, id, data }: LiveEvent): void {
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`);
  }

  /** Says that it is still there when nothing else was said for a while, and ends when it is old. */
  beat(nowMs: number): void {
    if (nowMs - this.#openedAtMs > lifeMaxMs) this.end();
    else if (nowMs - this.#writtenAtMs > quietMaxMs) this.#write(':\n\n');
  }

  end(): void {
    this.#answer.end();
  }

  #write(text: string): void {
    if (this.#answer.writableEnded || this.#answer.destroyed) return;
    if (this.#answer.writableLength > unreadBytesMax) {
      this.#answer.destroy();
      return;
    }
    this.#writtenAtMs = performance.now();
    this.#answer.write(text);
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Nginx would keep events back until it has a buffer full of them.
  'x-accel-buffering': 'no',
};
