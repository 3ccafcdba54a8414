import type pg from 'pg';
import type { Command } from '../commands/command.ts';
import { keepAnswer } from '../commands/keep-answer.ts';
import { keptAnswerFor } from '../domain/invoices/kept-answer.ts';
import type { Engine } from '../engine/engine.ts';
import type { Idempotency, Rendered, SignedOnce } from '../engine/job.ts';
import { AppError } from '../errors/app-error.ts';
import { findKeptAnswer } from '../storage/reads/kept-answers.ts';

/** A command for the engine, and the answer that its result becomes. What an endpoint that takes an Idempotency-Key returns. */
export interface Act<Answer> {
  /** Its argument is the command's result, which only the act itself knows. */
  readonly render: (result: never) => Answer;
  /** The very same signed bytes again are one request: where money leaves, and nothing else tells a repeat. */
  readonly isSignedOnce: boolean;
  perform(engine: Engine, once: Once | null, signed: Signed | null): Promise<Rendered>;
}

/** By whom the key was sent, and with which request. */
type Once = Omit<Idempotency, 'render'>;

/** What was signed, and how long it stays one request. */
export type Signed = Omit<SignedOnce, 'render'>;

export function act<Result, Hint, Answer extends object>(
  command: Command<Result, Hint>,
  render: (result: Result) => Answer,
  { isSignedOnce = false }: { readonly isSignedOnce?: boolean } = {},
): Act<Answer> {
  const rendered = (result: Result) => renderedAs200(render(result));
  return {
    render,
    isSignedOnce,
    async perform(engine, once, signed) {
      // Rendered inside the transaction, and stored with what it is about: all repeats get it to the letter.
      const kept = once === null ? null : { ...once, render: keptAnswer(rendered) };
      const keptSigned = signed === null ? null : { ...signed, render: rendered as SignedOnce['render'] };
      const answer = await engine.submitOnce(command, kept, keptSigned);
      return answer.kind === 'replay' ? answer.rendered : rendered(answer.result);
    },
  };
}

/**
 * Something that the engine does not do, and that does no harm when it is done twice. A repeat under the same key finds the
 * first answer, and nothing is done; only of two at the same moment both may do it, and get one answer.
 */
export function harmlessAct<Answer extends object>(pool: pg.Pool, work: () => Promise<Answer>): Act<Answer> {
  return {
    render: asItIs<Answer>,
    isSignedOnce: false,
    async perform(engine, once) {
      if (once === null) return renderedAs200(await work());
      const first = await findKeptAnswer(pool, once);
      if (first === null) return await act(keepAnswer(await outcomeOf(work)), asItIs).perform(engine, once, null);
      const kept = keptAnswerFor(once, first);
      if (kept instanceof AppError) throw kept;
      return kept;
    },
  };
}

function asItIs<Answer>(answer: Answer): Answer {
  return answer;
}

/** A refusal is an answer as well. What failed for a reason of ours is not: it may be tried again. */
async function outcomeOf<Answer>(work: () => Promise<Answer>): Promise<Answer | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

function renderedAs200(answer: object): Rendered {
  return { status: 200, body: JSON.stringify(answer) };
}

function keptAnswer<Result>(rendered: (result: Result) => Rendered): Idempotency['render'] {
  return (outcome) =>
    'refusal' in outcome
      ? { status: outcome.refusal.status, body: JSON.stringify(outcome.refusal.faults) }
      : rendered(outcome.result as Result);
}
