import type { Command } from '../commands/command.ts';
import type { Engine } from '../engine/engine.ts';
import type { Idempotency, Rendered, SignedOnce } from '../engine/job.ts';

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
  const rendered = (result: Result): Rendered => ({ status: 200, body: JSON.stringify(render(result)) });
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

function keptAnswer<Result>(rendered: (result: Result) => Rendered): Idempotency['render'] {
  return (outcome) =>
    'refusal' in outcome
      ? { status: outcome.refusal.status, body: JSON.stringify(outcome.refusal.faults) }
      : rendered(outcome.result as Result);
}
