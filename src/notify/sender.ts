import { Agent, errors } from 'undici';
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
  readonly connectionsPerReceiver: number;
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
  readonly #agent: Agent;
  readonly #active = new Set<AbortController>();

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#agent = new Agent({
      connections: options.connectionsPerReceiver,
      connect: { lookup: guardedLookup(options), timeout: options.timeoutMs },
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: headerBytesMax,
      pipelining: 1,
      // One clock for the whole attempt, below.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async post(post: Post): Promise<Posted> {
    const startedMs = performance.now();
    const ended = (result: Omit<Posted, 'durationMs'>): Posted => ({
      ...result,
      durationMs: Math.round(performance.now() - startedMs),
    });
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new TimedOut()), this.#options.timeoutMs);
    this.#active.add(limit);
    try {
      const url = new URL(post.url);
      requireAllowed(url, this.#options);
      const { status, text, retryAfter } = await this.#attempt(url, post, limit.signal);
      const askedPauseMs = readRetryAfter(retryAfter, this.#options.clock());
      return ended({ outcome: outcomeOfStatus(status), status, answer: text, askedPauseMs });
    } catch (error) {
      return ended({ outcome: outcomeOfError(error), status: null, answer: reasonOf(error), askedPauseMs: null });
    } finally {
      clearTimeout(timer);
      this.#active.delete(limit);
    }
  }

  /** Breaks off what is on its way. */
  close(): void {
    for (const limit of this.#active) limit.abort(new Error('the service was stopped'));
    void this.#agent.destroy();
  }

  async #attempt(url: URL, post: Post, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#exchange(url, post, signal);
    } catch (error) {
      // The receiver closed a kept connection while we were writing to it. It has seen nothing, or not all of it.
      if (!isStale(error)) throw error;
      return await this.#exchange(url, post, signal);
    }
  }

  async #exchange(url: URL, { headers, body }: Post, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...headers },
      body,
      signal,
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      text: await readBeginning(answer.body),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  }
}

class TimedOut extends Error {}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

type AnswerBody = Awaited<ReturnType<Agent['request']>>['body'];

/** The status was the answer, whatever becomes of the text after it: this never fails. */
function readBeginning(body: AnswerBody): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  return new Promise((done) => {
    const finish = () => done(textOf(Buffer.concat(kept).subarray(0, answerBytesMax)));
    body.on('data', (chunk: Buffer) => {
      if (bytes < answerBytesMax) kept.push(chunk);
      bytes += chunk.length;
      if (bytes > drainedBytesMax) body.destroy();
    });
    for (const end of ['end', 'close', 'error']) body.once(end, finish);
  });
}

/** A connection that has brought an answer before was kept from then. */
function isStale(error: unknown): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0;
}

/** PostgreSQL cannot store NUL in text, and half a character at the cut is nothing to keep. */
function textOf(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\ufffd+$/, '');
}

function outcomeOfError(error: unknown): AttemptOutcome {
  if (error instanceof TimedOut || error instanceof errors.ConnectTimeoutError) return 'timeout';
  return error instanceof ForbiddenAddress ? 'forbidden' : 'unreachable';
}

function reasonOf(error: unknown): string {
  if (outcomeOfError(error) === 'timeout') return 'no answer in time';
  if (error instanceof ForbiddenAddress) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? textOf(Buffer.from(message || (code ?? 'no connection')).subarray(0, answerBytesMax));
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};
