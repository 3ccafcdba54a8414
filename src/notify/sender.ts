import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type AttemptOutcome, outcomeOfStatus, readRetryAfter } from '../domain/delivery.ts';
import { type AddressRules, ForbiddenAddress, guardedLookup, requireAllowed } from './address-guard.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Posted {
  readonly outcome: AttemptOutcome;
  /** Null when no answer came. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
  readonly askedPauseMs: number | null;
  readonly durationMs: number;
}

export interface SenderOptions extends AddressRules {
  readonly timeoutMs: number;
  readonly clock: () => number;
}

/** What is kept of an answer: enough to see what went wrong. */
const answerBytesMax = 2048;
/** An answer of this size is read to its end, so that the connection can be used again; of a larger one we hang up. */
const drainedBytesMax = 64 * 1024;
const headerBytesMax = 16 * 1024;
/** Less than the five seconds after which most servers close an idle connection. */
const idleMs = 4_000;

/**
 * Posts to receivers. It never fails: whatever happens is an outcome. Time, size and headers of an answer are bounded,
 * certificates are checked, redirects are not followed, and only allowed addresses are called.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };
  readonly #active = new Set<ClientRequest>();

  constructor(options: SenderOptions) {
    this.#options = options;
    const settings = { keepAlive: true, timeout: idleMs, scheduling: 'lifo', lookup: guardedLookup(options) } as const;
    this.#agents = { 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) };
  }

  async post(post: Post): Promise<Posted> {
    const startedMs = performance.now();
    const ended = (result: Omit<Posted, 'durationMs'>): Posted => ({
      ...result,
      durationMs: Math.round(performance.now() - startedMs),
    });
    try {
      const url = new URL(post.url);
      requireAllowed(url, this.#options);
      const answer = await this.#attempt(url, post, startedMs);
      return ended({
        outcome: outcomeOfStatus(answer.status),
        status: answer.status,
        answer: answer.text,
        askedPauseMs: readRetryAfter(answer.retryAfter, this.#options.clock()),
      });
    } catch (error) {
      return ended({ outcome: outcomeOfError(error), status: null, answer: reasonOf(error), askedPauseMs: null });
    }
  }

  /** Breaks off what is on its way. */
  close(): void {
    for (const request of this.#active) request.destroy(new Error('the service was stopped'));
    this.#agents['http:'].destroy();
    this.#agents['https:'].destroy();
  }

  async #attempt(url: URL, post: Post, startedMs: number): Promise<Answer> {
    try {
      return await this.#exchange(url, post, startedMs, true);
    } catch (error) {
      // The receiver closed a kept connection while we were writing to it. It has seen nothing, or not all of it.
      if (!(error instanceof StaleConnection)) throw error;
      return await this.#exchange(url, post, startedMs, false);
    }
  }

  #exchange(url: URL, { headers, body }: Post, startedMs: number, isKept: boolean): Promise<Answer> {
    const isSecure = url.protocol === 'https:';
    const remainingMs = Math.max(1, this.#options.timeoutMs - (performance.now() - startedMs));
    // As bytes: a text would take the headers along into its own encoding.
    const bytes = Buffer.from(body, 'utf8');
    return new Promise((done, failed) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        maxHeaderSize: headerBytesMax,
        agent: isKept ? this.#agents[isSecure ? 'https:' : 'http:'] : false,
        ...(isKept ? {} : { lookup: guardedLookup(this.#options) }),
      });
      const timer = setTimeout(() => request.destroy(new TimedOut()), remainingMs);
      this.#active.add(request);
      let isAnswered = false;
      request.once('close', () => {
        clearTimeout(timer);
        this.#active.delete(request);
        // With an answer under way, its own end settles this.
        if (!isAnswered) failed(new Error('the connection was closed'));
      });
      request.once('response', (response) => {
        isAnswered = true;
        readAnswer(response, done);
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        // The status was the answer; that its text did not end is no matter.
        if (isAnswered) return;
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        failed(isStale ? new StaleConnection() : error);
      });
      request.end(bytes);
    });
  }
}

class TimedOut extends Error {}
class StaleConnection extends Error {}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

/** The status is the answer, whatever becomes of the text after it. */
function readAnswer(response: IncomingMessage, done: (answer: Answer) => void): void {
  const kept: Buffer[] = [];
  let bytes = 0;
  const finish = () =>
    done({
      status: response.statusCode ?? 0,
      text: textOf(Buffer.concat(kept).subarray(0, answerBytesMax)),
      retryAfter: response.headers['retry-after'],
    });
  response.on('data', (chunk: Buffer) => {
    if (bytes < answerBytesMax) kept.push(chunk);
    bytes += chunk.length;
    if (bytes > drainedBytesMax) response.destroy();
  });
  for (const end of ['end', 'close', 'error']) response.once(end, finish);
}

/** PostgreSQL cannot store NUL in text, and half a character at the cut is nothing to keep. */
function textOf(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\ufffd+$/, '');
}

function outcomeOfError(error: unknown): AttemptOutcome {
  if (error instanceof TimedOut) return 'timeout';
  return error instanceof ForbiddenAddress ? 'forbidden' : 'unreachable';
}

function reasonOf(error: unknown): string {
  if (error instanceof TimedOut) return 'no answer in time';
  if (error instanceof ForbiddenAddress) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? textOf(Buffer.from(message || (code ?? 'no connection')).subarray(0, answerBytesMax));
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no connection in time',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};
