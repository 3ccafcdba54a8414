import { randomUUID } from 'node:crypto';
import { type ErrorDetails, QuittanceError } from './errors.ts';
import type { Form, FormBody } from './form.ts';
import type { Fault } from './merchant-interface.ts';
import { readRetryAfterMs, retryAfterMaxMs, waitBeforeMs } from './retry.ts';
import { signRequest, signRequest256 } from './signature.ts';

export interface TransportOptions {
  /** Where the service is: `https://pay.example.com`. */
  readonly baseUrl: string | URL;
  /** Of the store. */
  readonly apiKey: string;
  /** Of the merchant. */
  readonly secret: string;
  /** For each attempt, the answer included. 30 seconds when absent. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again at most, where that is safe. 4 when absent. */
  readonly retriesMax?: number | undefined;
  /** In place of the built-in one: for a proxy, or to watch what is sent. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds since 1970, for `X-Timestamp`. */
  readonly now?: (() => number) | undefined;
  /** Chance and waiting, for tests that want neither. */
  readonly random?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** What every operation takes as its last argument. */
export interface CallOptions {
  /** Ends the call, waiting and retries included; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retriesMax?: number | undefined;
}

export interface ActOptions extends CallOptions {
  /**
   * Made for you, and the same over all attempts of a call. Give your own, stored beside your order, to be safe also when
   * your program ends in the middle of a call.
   */
  readonly idempotencyKey?: string | undefined;
}

interface Call {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, encoded. */
  readonly path: string;
  readonly json?: object;
  readonly form?: Form;
  readonly options?: ActOptions | undefined;
}

/** Sends a request until there is an answer that stands: signed, bounded in time and number. */
export class Transport {
  readonly #options: Settled;
  readonly #baseUrl: string;
  /** How far the service's clock is ahead of this machine's, once it has said so. */
  #aheadMs = 0;

  constructor(options: TransportOptions) {
    const { timeoutMs = 30_000, retriesMax = 4, random = Math.random, sleep = pause, now = Date.now } = options;
    this.#baseUrl = readBaseUrl(options.baseUrl);
    // Looked up at each call, so that what replaces the global one later is used.
    const fetchIt: typeof fetch = options.fetch ?? ((...request) => fetch(...request));
    const { apiKey, secret } = options;
    if (!apiKey || !secret) throw new TypeError('Quittance needs an apiKey and a secret.');
    this.#options = { apiKey, secret, timeoutMs, retriesMax, fetch: fetchIt, random, sleep, now };
  }

  async send<Answer>(call: Call): Promise<Answer> {
    const { signal, retriesMax = this.#options.retriesMax } = call.options ?? {};
    const request = this.#prepare(call);
    const attemptsMax = call.form?.isRepeatable === false ? 1 : retriesMax + 1;
    let isClockSet = false;
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#attempt(call, request, { attempts, idempotencyKey: request.idempotencyKey });
      if ('answer' in outcome) return outcome.answer as Answer;
      const { error, isRetryable, serviceNow } = outcome;
      // The clock of this machine is wrong. The service says what time it is, and nothing was done.
      if (error.code === 'timestamp_stale' && serviceNow !== null && !isClockSet && attempts < attemptsMax) {
        isClockSet = true;
        this.#aheadMs = serviceNow - this.#options.now();
        continue;
      }
      const waits = error.retryAfterMs !== null && error.retryAfterMs > retryAfterMaxMs;
      if (!isRetryable || waits || attempts >= attemptsMax) throw error;
      const wait = { failed: attempts, retryAfterMs: error.retryAfterMs };
      await this.sleep(waitBeforeMs(wait, this.#options.random), signal);
    }
  }

  /** Waits; throws the signal's reason when that comes first. */
  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await this.#options.sleep(ms, signal);
    signal?.throwIfAborted();
  }

  #prepare({ method, path, json, form, options }: Call): PreparedRequest {
    const { apiKey } = this.#options;
    // Normalised as fetch will call it: the signature covers the URL to the letter.
    const url = new URL(this.#baseUrl + path).href;
    const text = json === undefined ? undefined : JSON.stringify(json);
    const idempotencyKey = method === 'POST' ? (options?.idempotencyKey ?? randomUUID()) : null;
    return {
      url,
      text,
      idempotencyKey,
      headers: {
        accept: 'application/json',
        'x-identity': apiKey,
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form === undefined ? {} : { 'content-type': form.contentType }),
        ...(form?.lengthBytes == null ? {} : { 'content-length': String(form.lengthBytes) }),
      },
    };
  }

  /** Signed anew for each attempt, because the time of sending is part of it. */
  #signatures({ method }: Call, { url, text }: PreparedRequest): Readonly<Record<string, string>> {
    const { secret, now } = this.#options;
    const timestamp = String(Math.floor((now() + this.#aheadMs) / 1000));
    const signed = { method, url, json: text, timestamp };
    return {
      'x-timestamp': timestamp,
      'x-signature': signRequest(secret, signed),
      'x-signature-256': signRequest256(secret, signed),
    };
  }

  async #attempt(call: Call, request: PreparedRequest, sent: Sent): Promise<Outcome> {
    const { url, text } = request;
    const { signal, timeoutMs = this.#options.timeoutMs } = call.options ?? {};
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const form = call.form?.open();
    const body = form === undefined ? text : form.stream;
    try {
      const response = await this.#options.fetch(url, {
        method: call.method,
        headers: { ...request.headers, ...this.#signatures(call, request) },
        // The signature is for this URL: another one would refuse it.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(body === undefined ? {} : { body }),
        ...(form === undefined ? {} : { duplex: 'half' }),
      } as RequestInit);
      return await readAnswer(response, sent);
    } catch (error) {
      signal?.throwIfAborted();
      return noAnswer(error, sent, { form, isTimeout: timeout.aborted, timeoutMs });
    }
  }
}

/** The options with nothing left open. */
interface Settled {
  readonly apiKey: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly retriesMax: number;
  readonly fetch: typeof fetch;
  readonly random: () => number;
  readonly sleep: typeof pause;
  readonly now: () => number;
}

interface PreparedRequest {
  readonly url: string;
  readonly text: string | undefined;
  readonly idempotencyKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What an error tells of the request. */
type Sent = Required<Pick<ErrorDetails, 'attempts' | 'idempotencyKey'>>;

type Outcome =
  | { readonly answer: unknown }
  | {
      readonly error: QuittanceError;
      readonly isRetryable: boolean;
      /** What the service's clock says; null where it says nothing. */
      readonly serviceNow: number | null;
    };

/** A file of bytes is what it is; everything else is JSON. */
const fileType = 'application/vnd.quittance.proof';

async function readAnswer(response: Response, sent: Sent): Promise<Outcome> {
  const { status, headers } = response;
  if (status === 200 && headers.get('content-type') === fileType) {
    return { answer: new Uint8Array(await response.arrayBuffer()) };
  }
  const body = parseJson(await response.text());
  if (status === 200 && body !== undefined) return { answer: body };
  const retryAfterMs = readRetryAfterMs(headers.get('retry-after'), Date.now());
  const details = { ...sent, status, retryAfterMs };
  const faults = readFaults(body);
  const [first] = faults;
  // In place of the service, which may be gone after it has acted: the same as no answer.
  const isGatewayAlone = first === undefined && (status === 502 || status === 504);
  const isRetryable = status === 429 || status === 503 || isGatewayAlone;
  const error =
    first === undefined
      ? new QuittanceError('unexpected_answer', describeStranger(status, sent), details)
      : new QuittanceError(first.code, describe(first), { ...details, faults });
  const date = Date.parse(headers.get('date') ?? '');
  return { error, isRetryable, serviceNow: Number.isNaN(date) ? null : date };
}

function describe({ message, field }: Fault): string {
  return field === undefined ? message : `${field}: ${message}`;
}

/** Of an act, nobody knows what became of it behind a broken answer or a proxy that could not pass one on. */
function describeStranger(status: number, { idempotencyKey }: Sent): string {
  const isUnknown = idempotencyKey !== null && (status < 300 || status >= 500);
  const whatToDo = ' Whether it has acted is not known: call again with the idempotencyKey of this error.';
  return `${status} came back, and not from the service.${isUnknown ? whatToDo : ''}`;
}

function readFaults(body: unknown): readonly Fault[] {
  const isFault = (one: Partial<Fault> | null) => typeof one?.code === 'string' && typeof one.message === 'string';
  return Array.isArray(body) && body.every(isFault) ? body : [];
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Silence {
  readonly form: FormBody | undefined;
  readonly isTimeout: boolean;
  readonly timeoutMs: number;
}

/** A file that cannot be read is no fault of the connection, and no retry mends it. */
function noAnswer(cause: unknown, sent: Sent, { form, isTimeout, timeoutMs }: Silence): Outcome {
  const fileFailure = form?.failure() ?? null;
  if (fileFailure !== null) throw fileFailure;
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
  const error = isTimeout
    ? new QuittanceError('timed_out', `No answer within ${timeoutMs} ms.`, { ...sent, cause })
    : new QuittanceError('connection_failed', `The service cannot be reached: ${reason}`, { ...sent, cause });
  return { error, isRetryable: true, serviceNow: null };
}

function readBaseUrl(baseUrl: string | URL): string {
  const { protocol, href, search, hash } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('baseUrl should be an http or https URL.');
  if (search !== '' || hash !== '') throw new TypeError('baseUrl should have no query and no fragment.');
  return href.replace(/\/+$/, '');
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const end = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      done();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
