import { type ClientRequest, request } from 'node:http';

/** As a browser waits before it opens a lost stream anew; theirs is a few seconds, and ours would only blur the figures. */
const reopenMs = 200;

/** A payer's page that follows its invoice: a stream of events that is opened anew when it ends, as browsers do. */
export class LiveStream {
  readonly #url: string;
  readonly #now: () => number;
  #request: ClientRequest | null = null;
  #isClosed = false;
  #lastEventId: string | null = null;
  #seen: { readonly status: string; readonly atMs: number }[] = [];
  #heard: () => void = () => undefined;

  constructor(serviceUrl: string, invoiceId: string, now: () => number) {
    this.#url = `${serviceUrl}/api/public/invoices/${invoiceId}/events`;
    this.#now = now;
    this.#open();
  }

  /** When the page has shown this status; null when it did not within the time. */
  async shown(status: string, waitMs: number): Promise<number | null> {
    const deadlineMs = this.#now() + waitMs;
    for (;;) {
      const found = this.#seen.find((one) => one.status === status);
      if (found !== undefined) return found.atMs;
      const leftMs = deadlineMs - this.#now();
      if (leftMs <= 0) return null;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#heard = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#request?.destroy();
  }

  #open(): void {
    if (this.#isClosed) return;
    const headers = this.#lastEventId === null ? {} : { 'last-event-id': this.#lastEventId };
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      setTimeout(() => this.#open(), reopenMs);
    };
    this.#request = request(this.#url, { agent: false, headers }, (answer) => {
      let rest = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      });
      answer.on('error', () => undefined).on('close', again);
    });
    this.#request.on('error', again).end();
  }

  #take(block: string): void {
    this.#lastEventId = /^id: (.*)$/m.exec(block)?.[1] ?? this.#lastEventId;
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined) return;
    this.#seen.push({ status: JSON.parse(data).status, atMs: this.#now() });
    this.#heard();
  }
}
