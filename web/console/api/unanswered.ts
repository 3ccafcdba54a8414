import type { Answer, Input, Operation } from './client.ts';

/**
 * Requests that were sent and not answered: whether they were done is unknown. Who asks for the same again gets what became of
 * the first: it is sent once more as it was, under its own idempotency key, and only when it was refused the new one follows.
 * So a new code of a second factor, or a form that was closed and opened again, does not make it happen twice.
 */
export class Unanswered {
  readonly #countMax: number;
  #sent: readonly Sent[] = [];
  #userId: number | null = null;

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  /** Who comes back after the end of a session still has them. Nobody else does. */
  keepOf(userId: number): void {
    if (this.#userId !== userId) this.#sent = [];
    this.#userId = userId;
  }

  find(name: Operation, input: Anything, nowMs: number): Sent | null {
    const asked = askedFor(name, input);
    this.#sent = this.#sent.filter(({ sentAtMs }) => nowMs - sentAtMs < keptMs);
    return this.#sent.find((one) => one.name === name && one.asked === asked) ?? null;
  }

  add(name: Operation, input: Anything, { key, nowMs }: { readonly key: string; readonly nowMs: number }): Sent {
    const sent = { name, asked: askedFor(name, input), input, key, sentAtMs: nowMs };
    this.#sent = [...this.#sent, sent].slice(-this.#countMax);
    return sent;
  }

  forget(sent: Sent): void {
    this.#sent = this.#sent.filter((one) => one !== sent);
  }
}

interface Sent {
  readonly name: Operation;
  /** What was asked for, as text that can be compared. */
  readonly asked: string;
  readonly input: Anything;
  readonly key: string;
  readonly sentAtMs: number;
}

type Anything = Input<Operation>;

/** Less than the service keeps its answers. */
const keptMs = 3_600_000;

/**
 * What is done anew each time it is asked for, and moves money; and which fields do not make it something else: codes that work
 * once, IDs that a form makes for itself, and of a refund the words about it, which are typed anew.
 */
const eachTimeAnew: { readonly [Name in Operation]?: readonly string[] } = {
  askRefund: ['code2FA', 'reason'],
  payBackMaker: ['id'],
  requestWithdrawal: ['code2FA'],
  topUpMaker: ['id'],
  topUpStore: ['id'],
};

/**
 * Whether it is to be known beyond the form that asked. Not of others: who switches something off, on and off again must not
 * get the answer to the first time.
 */
export function isDoneEachTime(name: Operation): boolean {
  return eachTimeAnew[name] !== undefined;
}

interface Line<Name extends Operation> {
  readonly send: (input: Input<Name>, key: string) => Promise<Answer<Name>>;
  readonly newKey: () => string;
  readonly nowMs: () => number;
}

export async function sendOnce<Name extends Operation>(
  unanswered: Unanswered,
  name: Name,
  input: Input<Name>,
  line: Line<Name>,
): Promise<Answer<Name>> {
  const earlier = unanswered.find(name, input, line.nowMs());
  if (earlier !== null) {
    try {
      const answer = await line.send(earlier.input as Input<Name>, earlier.key);
      unanswered.forget(earlier);
      return answer;
    } catch (error) {
      if (!isRefused(error) || isBeforeTheAct(error)) throw error;
      unanswered.forget(earlier);
      if (textOf(earlier.input) === textOf(input)) throw error;
    }
  }
  // Known before the answer: the form may be closed and opened again until then.
  const sent = unanswered.add(name, input, { key: line.newKey(), nowMs: line.nowMs() });
  try {
    const answer = await line.send(input, sent.key);
    unanswered.forget(sent);
    return answer;
  } catch (error) {
    if (isRefused(error)) unanswered.forget(sent);
    throw error;
  }
}

interface Refusal {
  readonly isDecided: boolean;
  readonly status: number;
}

/** Otherwise it is unknown whether it was done. */
function isRefused(error: unknown): error is Refusal {
  return error instanceof Error && (error as Partial<Refusal>).isDecided === true;
}

/** The request did not come as far as the answer that is kept for it: it says nothing about what became of the first one. */
function isBeforeTheAct({ status }: Refusal): boolean {
  return [401, 403, 408, 429].includes(status);
}

function askedFor(name: Operation, input: Anything): string {
  const { body } = input;
  const leftOut = eachTimeAnew[name];
  if (leftOut === undefined || typeof body !== 'object') return textOf(input);
  const rest = Object.entries(body).filter(([field]) => !leftOut.includes(field));
  return JSON.stringify({ ...input, body: rest });
}

function textOf(input: { readonly body?: unknown }): string {
  if (!(input.body instanceof FormData)) return JSON.stringify(input);
  const fields = [...input.body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify([{ ...input, body: null }, fields]);
}
