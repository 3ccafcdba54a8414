import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { patienceMs } from './limits.ts';
import type { Body } from './merchant-client.ts';

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Body;
  /** The same, as the events of payers have it. */
  readonly invoice: Body;
  readonly atMs: number;
}

/** Reads server-sent events as a browser would, over a connection of its own. */
export class EventReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: ReceivedEvent[] = [];
  /** Everything that came, comments included. */
  text = '';
  isOver = false;
  readonly #request: ClientRequest;
  readonly #answer: IncomingMessage;
  #wake: () => void = () => undefined;
  #seen = 0;

  static open(baseUrl: string, id: string, headers: Record<string, string> = {}): Promise<EventReader> {
    return EventReader.at(`${baseUrl}/api/public/invoices/${id}/events`, headers);
  }

  static at(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const asked = request(url, { agent: false, headers }, (answer) => resolve(new EventReader(asked, answer)));
      asked.on('error', reject);
      asked.end();
    });
  }

  private constructor(asked: ClientRequest, answer: IncomingMessage) {
    this.#request = asked;
    this.#answer = answer;
    this.status = answer.statusCode ?? 0;
    this.headers = answer.headers;
    asked.removeAllListeners('error').on('error', () => undefined);
    answer.setEncoding('utf8');
    let rest = '';
    answer.on('data', (chunk: string) => {
      this.text += chunk;
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      this.#wake();
    });
    answer.on('error', () => undefined);
    answer.on('close', () => {
      this.isOver = true;
      this.#wake();
    });
  }

  /** The next event that was not asked for before. */
  next(): Promise<ReceivedEvent> {
    return this.#until(`event ${this.#seen + 1}`, () => {
      const event = this.events[this.#seen];
      if (event !== undefined) this.#seen += 1;
      return event;
    });
  }

  async over(): Promise<void> {
    await this.#until('its end', () => (this.isOver ? true : undefined));
  }

  async said(text: string): Promise<void> {
    await this.#until(JSON.stringify(text), () => (this.text.includes(text) ? true : undefined));
  }

  /** No longer reads, and does not say so: as a phone in a tunnel. */
  stall(): void {
    this.#answer.pause();
  }

  close(): void {
    this.#request.destroy();
  }

  async #until<Value>(what: string, look: () => Value | undefined): Promise<Value> {
    const deadlineMs = performance.now() + patienceMs();
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) throw new Error(`the stream does not come to ${what}; it said: ${this.text}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #take(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const { id, event: type, data } = fields;
    if (data === undefined) return;
    const said = JSON.parse(data);
    this.events.push({ id: id ?? '', type: type ?? '', data: said, invoice: said, atMs: performance.now() });
  }
}
