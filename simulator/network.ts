import type { Rendered } from '../src/engine/job.ts';
import type { AppError, ErrorCode } from '../src/errors/app-error.ts';
import type { DecisionBook } from './decisions.ts';
import type { History } from './history.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';
import type { Attempt, ProcessAnswer, ServiceProcess } from './service-process.ts';
import type { Timeline } from './timeline.ts';

interface Call {
  readonly who: string;
  readonly random: Random;
  /** Null: there is nothing to ask any more. */
  attempt(): Attempt | null;
  heard?(outcome: Heard): void;
}

type Heard =
  | { readonly kind: 'done'; readonly subjectId: string }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'gave up' };

interface NetworkWorld {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly history: History;
  readonly decisions: DecisionBook;
  readonly processes: readonly ServiceProcess[];
  /** The answer as the process gave it, before the network may lose it. */
  answered(attempt: Attempt, answer: ProcessAnswer): void;
  count(what: string): void;
}

const attemptsMax = 8;
const retryMs = { first: 300, longest: 120_000 } as const;
const timeoutMs = 30_000;

/** What a careful client repeats: nothing was done, or nobody knows. */
const repeated: ReadonlySet<string> = new Set<ErrorCode>([
  'database_unavailable',
  'outcome_unknown',
  'overloaded',
  'money_out_stopped',
]);

/** The way to the service and back: to whichever process is up, with answers that get lost and requests that come twice. */
export class Network {
  readonly #world: NetworkWorld;
  #troubleUntil = 0;

  constructor(world: NetworkWorld) {
    this.#world = world;
  }

  set troubleUntil(instant: number) {
    this.#troubleUntil = Math.max(this.#troubleUntil, instant);
  }

  call(call: Call): void {
    this.#attempt(call, 1);
    // Impatient clients, double clicks, proxies that repeat: the same request once more, at the same time.
    if (call.random.chance(this.#world.plan.climate.twicePerMille))
      this.#attempt({ ...call, heard: () => undefined }, attemptsMax);
  }

  #attempt(call: Call, count: number): void {
    const { processes, timeline, decisions, history } = this.#world;
    const up = processes.filter(({ isUp }) => isUp);
    if (up.length === 0) {
      this.#again(call, count);
      return;
    }
    const attempt = call.attempt();
    if (attempt === null) return;
    if (history.isTold) history.tell(timeline.now, call.who, `asks: ${attempt.command.name}`);
    this.#world.count(`asked ${attempt.command.name}`);
    const server = call.random.pick(up);
    const watched = { ...attempt, command: decisions.watched(attempt.command) };
    server.submit(watched, (answer) => {
      if (history.isTold) history.tell(timeline.now, call.who, `${attempt.command.name}: ${answerText(answer)}`);
      this.#world.answered(watched, answer);
      this.#deliver(call, count, answer);
    });
  }

  #deliver(call: Call, count: number, answer: ProcessAnswer): void {
    const { timeline } = this.#world;
    const isLost = call.random.chance(timeline.now < this.#troubleUntil ? 300 : 3);
    if (isLost || answer.kind === 'silence') {
      this.#world.count(isLost ? 'answers lost' : 'answers never given');
      timeline.after(isLost ? timeoutMs : 0, () => this.#again(call, count));
      return;
    }
    const heard = asHeard(answer);
    if (heard.kind === 'refused' && repeated.has(heard.code)) {
      this.#again(call, count);
      return;
    }
    // Always later, never in the middle of somebody else's step.
    timeline.after(0, () => call.heard?.(heard));
  }

  #again(call: Call, count: number): void {
    if (count >= attemptsMax) {
      this.#world.timeline.after(0, () => call.heard?.({ kind: 'gave up' }));
      return;
    }
    const pauseMs = Math.min(retryMs.first * 4 ** (count - 1), retryMs.longest);
    this.#world.timeline.after(pauseMs, () => this.#attempt(call, count + 1));
  }
}

function asHeard(answer: Exclude<ProcessAnswer, { kind: 'silence' }>): Heard {
  if (answer.kind === 'refusal') return { kind: 'refused', code: answer.code };
  if (answer.answer.kind === 'result') return { kind: 'done', subjectId: subjectOf(answer.answer.result) };
  const [kind = '', subjectId = ''] = answer.answer.rendered.body.split(' ');
  return kind === 'refused' ? { kind: 'refused', code: subjectId } : { kind: 'done', subjectId };
}

/** The ID of what an answer is about. */
function subjectOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return '';
  const { invoice, id } = result as { invoice?: { id: string }; id?: string };
  return invoice?.id ?? id ?? '';
}

/** An answer as it would go over the wire: what it says must be the same for every repeat. */
export function render(outcome: { readonly result: unknown } | { readonly refusal: AppError }): Rendered {
  if ('refusal' in outcome) return { status: 400, body: `refused ${outcome.refusal.code}` };
  const { invoice } = outcome.result as { invoice?: { status: string; sequence: number } };
  const state = invoice === undefined ? '' : ` ${invoice.status} ${invoice.sequence}`;
  return { status: 200, body: `done ${subjectOf(outcome.result)}${state}` };
}

function answerText(answer: ProcessAnswer): string {
  switch (answer.kind) {
    case 'silence':
      return 'no answer';
    case 'refusal':
      return `refused, ${answer.code}`;
    case 'answer':
      return answer.answer.kind === 'replay' ? answer.answer.rendered.body : `done ${subjectOf(answer.answer.result)}`;
  }
}
