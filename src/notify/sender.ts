import { Agent, buildConnector, errors } from 'undici';
import { type AttemptOutcome, outcomeOfStatus, readRetryAfter } from '../domain/notifications/delivery.ts';
import { type AddressRules, ForbiddenAddress, guardedLookup, requireAllowed } from './address-guard.ts';
import { type Answer, answerBytesMax, Exchange, TimedOut } from './exchange.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
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

interface SenderOptions extends AddressRules {
  readonly timeoutMs: number;
  readonly connectionsPerReceiver: number;
  readonly clock: () => number;
}

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
  readonly #active = new Set<Exchange>();
  /** Errors of connections that were kept since an earlier answer. */
  readonly #ofKept = new WeakSet<Error>();

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#agent = new Agent({
      connections: options.connectionsPerReceiver,
      connect: this.#watched(buildConnector({ lookup: guardedLookup(options), timeout: options.timeoutMs })),
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: headerBytesMax,
      pipelining: 1,
      // Each exchange has one clock for the whole of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async post(post: Post): Promise<Posted> {
    const startedMs = performance.now();
    try {
      const { status, bytes, retryAfter } = await this.#attempt(post, startedMs);
      const askedPauseMs = readRetryAfter(retryAfter, this.#options.clock());
      const durationMs = Math.round(performance.now() - startedMs);
      return { outcome: outcomeOfStatus(status), status, answer: textOf(bytes), askedPauseMs, durationMs };
    } catch (error) {
      const durationMs = Math.round(performance.now() - startedMs);
      const outcome = outcomeOfError(error);
      return { outcome, status: null, answer: reasonOf(error), askedPauseMs: null, durationMs };
    }
  }

  /** Breaks off what is on its way. */
  close(): void {
    for (const exchange of this.#active) exchange.breakOff(new Error('the service was stopped'));
    void this.#agent.destroy();
  }

  async #attempt(post: Post, startedMs: number): Promise<Answer> {
    const url = new URL(post.url);
    requireAllowed(url, this.#options);
    const { timeoutMs } = this.#options;
    try {
      return await this.#exchange(url, post, timeoutMs);
    } catch (error) {
      // The receiver closed a kept connection while we were writing to it. It has seen nothing, or not all of it.
      if (!this.#isStale(error)) throw error;
      return await this.#exchange(url, post, timeoutMs - (performance.now() - startedMs));
    }
  }

  /** A connection that has brought an answer before was kept from then. One that was reset does not say so itself. */
  #isStale(error: unknown): boolean {
    if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
    return error instanceof Error && this.#ofKept.has(error);
  }

  #watched(opening: buildConnector.connector): buildConnector.connector {
    return (options, connected) =>
      opening(options, (...result) => {
        const [, socket] = result;
        socket?.on('error', (error) => socket.bytesRead > 0 && this.#ofKept.add(error));
        connected(...result);
      });
  }

  async #exchange({ origin, pathname, search }: URL, { headers, body }: Post, timeoutMs: number): Promise<Answer> {
    const exchange = new Exchange(timeoutMs);
    this.#active.add(exchange);
    try {
      this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange);
      return await exchange.answered;
    } finally {
      this.#active.delete(exchange);
    }
  }
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
