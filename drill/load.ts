import { setTimeout as delay } from 'node:timers/promises';
import { Quittance, QuittanceError } from '../sdk/src/index.ts';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import type { Book } from './book.ts';

/** Shops beside each other, each with one request at a time. */
const shopCount = 16;
/** Each begins an order so often: some 30 orders a second together, whatever the machine could do. */
const orderEveryMs = 500;
/** Of so many orders one is paid; the shop cancels the others. */
const paidOneIn = 4;
/** A shop does not give up: it asks again until it knows. */
const retriesMax = 1_000;

interface LoadOptions {
  readonly url: string;
  readonly receiverUrl: string;
  readonly book: Book;
  readonly now: () => number;
}

/**
 * Shops that order, with the client that merchants install and in the way its documents tell them to: every order has an
 * internal ID, and what got no answer, 429 or 503 is asked again with the same idempotency key.
 */
export class Load {
  readonly #options: LoadOptions;
  readonly #shop: Quittance;
  #serial = 0;
  #isStopping = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#shop = new Quittance({
      baseUrl: options.url,
      apiKey: demoSecrets.apiKeys[0],
      secret: demoSecrets.merchantSecret,
      notificationUrl: options.receiverUrl,
      retriesMax,
      fetch: (input, init) => this.#fetch(input, init),
    });
  }

  start(): void {
    this.#work = Promise.all(Array.from({ length: shopCount }, (_, index) => this.#runShop(index)));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work;
  }

  async #runShop(index: number): Promise<void> {
    // Not all in the same moment.
    await delay((index * orderEveryMs) / shopCount);
    while (!this.#isStopping) {
      const startedMs = this.#options.now();
      await this.#order();
      await delay(Math.max(0, startedMs + orderEveryMs - this.#options.now()));
    }
  }

  async #order(): Promise<void> {
    const { book, now } = this.#options;
    this.#serial += 1;
    const serial = this.#serial;
    const isPaid = serial % paidOneIn === 0;
    const internalId = `drill-${serial}`;
    try {
      const { id } = await this.#shop.createInvoice({
        type: 'in',
        // No two with one amount; the kopecks make the sandbox's payer pay at once.
        amount: `${1_000 + serial}.${isPaid ? '01' : '50'}`,
        currency: 'RUB',
        internalId,
        startDeal: isPaid,
      });
      book.noteCreated({ atMs: now(), invoiceId: id, internalId });
      if (isPaid) return;
      await this.#shop.cancelInvoice(id);
      book.noteCanceled(id, now());
    } catch (error) {
      const code = error instanceof QuittanceError ? error.code : String(error);
      book.noteRefused(`${internalId}: ${code}`);
    }
  }

  /** Each attempt is looked at, also those that the client mends by itself. */
  async #fetch(...request: Parameters<typeof fetch>): Promise<Response> {
    const { book, now } = this.#options;
    try {
      const response = await fetch(...request);
      const text = await response.text();
      if (response.status !== 200) book.noteFailed({ atMs: now(), reason: String(response.status) });
      return new Response(text, { status: response.status, headers: response.headers });
    } catch (error) {
      const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
      book.noteFailed({ atMs: now(), reason: cause?.code ?? String(error) });
      throw error;
    }
  }
}
