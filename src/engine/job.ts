import type { AnyCommand } from '../commands/command.ts';
import type { AppError } from '../errors/app-error.ts';

/** A command on its way through the engine, with the promise its caller waits on. */
export interface Job {
  readonly command: AnyCommand;
  readonly idempotency: Idempotency | null;
  readonly signed: SignedOnce | null;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** What `decide` asked for last time; undefined at first. */
  hint: unknown;
  /** How often it was planned anew, and how often its store step failed. Both are bounded. */
  plans: number;
  conflicts: number;
  /** It was decided on a catalogue that had changed by then: next time the catalogue is held still for it. */
  isStale?: boolean;
}

/** How the first answer to an Idempotency-Key is kept: rendered inside the transaction, stored with what it is about. */
export interface Idempotency {
  readonly storeId: number;
  readonly key: string;
  readonly requestHash: string;
  render(outcome: { readonly result: unknown } | { readonly refusal: AppError }): Rendered;
}

/**
 * The very same signed bytes within a window are one request, whatever idempotency key they come with: the key is not signed, so
 * an attacker could send a recorded request again with another one. A refused request is decided anew: nothing was done.
 */
export interface SignedOnce {
  readonly id: string;
  readonly windowMs: number;
  render(result: unknown): Rendered;
}

export interface Rendered {
  readonly status: number;
  readonly body: string;
}

/** What the command decided now; or its stored answer, which all repeats get to the letter. */
export type Answer<Result = unknown> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'replay'; readonly rendered: Rendered };
