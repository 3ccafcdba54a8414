/**
 * The other process: sends prepared requests over raw sockets and reads just enough of each answer to know its status and
 * its end. It shares the machine with what it measures, so it does as little as possible per answer.
 */
import { connect, type Socket } from 'node:net';
import type { LoadMessage, LoadPlan, LoadResult } from './load-plan.ts';
import { buildRequests, type Requests } from './requests.ts';

const connectMaxMs = 30_000;
/** An answer that takes longer than this after the window is not coming. */
const drainMaxMs = 60_000;
/** Bounds the latencies kept; answers beyond are only counted. */
const latenciesMax = 5_000_000;

/** One run: what all its connections share. */
class Run {
  readonly answers = new Map<string, number>();
  readonly #plan: LoadPlan;
  readonly #requests: Requests;
  readonly #latencies: Float64Array;
  readonly #finish: () => void;
  #next = 0;
  #open: number;
  #measured = 0;
  #startMs = 0;
  #measureFromMs = 0;
  #untilMs = 0;

  constructor(plan: LoadPlan, requests: Requests, finish: () => void) {
    this.#plan = plan;
    this.#requests = requests;
    this.#latencies = new Float64Array(requests.repeats ? latenciesMax : requests.list.length);
    this.#open = plan.connections;
    this.#finish = finish;
  }

  start(nowMs: number): void {
    this.#startMs = nowMs;
    this.#measureFromMs = nowMs + this.#plan.warmUpSeconds * 1000;
    this.#untilMs = this.#measureFromMs + this.#plan.seconds * 1000;
  }

  /** How long the next request has to wait for its turn. */
  waitMs(nowMs: number): number {
    const { perSecond } = this.#plan;
    return perSecond === undefined ? 0 : this.#startMs + (this.#next * 1000) / perSecond - nowMs;
  }

  /** The next request, or null when the time is over or nothing is left to send. */
  next(nowMs: number): Buffer | null {
    const { list, repeats } = this.#requests;
    if (nowMs >= this.#untilMs) return null;
    if (this.#next === list.length) {
      if (!repeats) {
        this.#untilMs = nowMs;
        return null;
      }
      this.#next = 0;
    }
    return list[this.#next++] ?? null;
  }

  answered(status: string, sentMs: number, nowMs: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (nowMs < this.#measureFromMs || nowMs >= this.#untilMs) return;
    // Writing past the end of a typed array does nothing, so those beyond the limit are counted without their time.
    this.#latencies[this.#measured++] = nowMs - sentMs;
  }

  closed(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#finish();
  }

  result(): LoadResult {
    const sorted = this.#latencies.subarray(0, this.#measured).sort();
    const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
    return {
      answers: Object.fromEntries(this.answers),
      measured: this.#measured,
      measuredSeconds: (this.#untilMs - this.#measureFromMs) / 1000,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  }
}

/** All sockets read into one buffer: what arrives is looked at before the next one is read. */
const readBuffer = Buffer.alloc(64 * 1024);

/** One keep-alive connection: sends a request when the answer to the last one is complete. */
class Connection {
  readonly #run: Run;
  readonly #socket: Socket;
  #sentMs = 0;
  #head = '';
  #status = '';
  #bytesLeft = 0;

  static open(run: Run, port: number, failed: (reason: string) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('cannot connect')), connectMaxMs);
      const socket = connect({
        host: '127.0.0.1',
        port,
        noDelay: true,
        // Skips the stream machinery, which costs more than everything else here.
        onread: {
          buffer: readBuffer,
          callback: (length) => {
            connection.#take(length);
            return true;
          },
        },
      });
      const connection = new Connection(run, socket);
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve(connection);
      });
      socket.once('error', (error) => failed(error.message));
      socket.once('end', () => failed('the server closed a connection'));
    });
  }

  private constructor(run: Run, socket: Socket) {
    this.#run = run;
    this.#socket = socket;
  }

  send(nowMs: number): void {
    const waitMs = this.#run.waitMs(nowMs);
    if (waitMs > 0) {
      setTimeout(() => this.send(performance.now()), waitMs);
      return;
    }
    const request = this.#run.next(nowMs);
    if (request === null) {
      this.#socket.removeAllListeners('end').destroy();
      this.#run.closed();
      return;
    }
    this.#sentMs = nowMs;
    this.#socket.write(request);
  }

  #take(length: number): void {
    if (this.#bytesLeft === 0) this.#bytesLeft = this.#takeHead(length);
    else this.#bytesLeft -= length;
    if (this.#bytesLeft > 0 || this.#head !== '') return;
    if (this.#bytesLeft < 0) throw new Error('the server sent more than it announced');
    const nowMs = performance.now();
    this.#run.answered(this.#status, this.#sentMs, nowMs);
    this.send(nowMs);
  }

  /** Says how much of the answer is still missing; `#head` is empty again once it is known. */
  #takeHead(length: number): number {
    const text = this.#head + readBuffer.toString('latin1', 0, length);
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#head = text;
      return 0;
    }
    const announced = /content-length: (\d+)/i.exec(text)?.[1];
    if (announced === undefined) throw new Error('an answer without Content-Length');
    this.#head = '';
    this.#status = text.slice(9, 12);
    return end + 4 + Number(announced) - text.length;
  }
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const requests = buildRequests(plan.requests, plan.port, plan.caller);
  return await new Promise<LoadResult>((resolve, reject) => {
    const run = new Run(plan, requests, () => resolve(run.result()));
    const failed = (reason: string) => reject(new Error(reason));
    const opened = Array.from({ length: plan.connections }, () => Connection.open(run, plan.port, failed));
    Promise.all(opened).then((connections) => {
      const startMs = performance.now();
      run.start(startMs);
      setTimeout(() => tell({ kind: 'measuring' }), plan.warmUpSeconds * 1000);
      const runMs = (plan.warmUpSeconds + plan.seconds) * 1000 + drainMaxMs;
      setTimeout(() => failed('the last answers did not come'), runMs).unref();
      for (const connection of connections) connection.send(startMs);
    }, reject);
  });
}

function tell(message: LoadMessage): void {
  process.send?.(message);
}

function endWith(message: LoadMessage): void {
  process.send?.(message, () => process.exit(message.kind === 'failed' ? 1 : 0));
}

process.once('uncaughtException', (error) => endWith({ kind: 'failed', reason: error.message }));
process.once('disconnect', () => process.exit(1));
process.once('message', (plan: LoadPlan) => {
  generate(plan).then(
    (result) => endWith({ kind: 'result', result }),
    (error: Error) => endWith({ kind: 'failed', reason: error.message }),
  );
});
