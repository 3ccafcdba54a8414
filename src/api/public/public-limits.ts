import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { addressKey } from '../../http/address-key.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';

/** Per caller's address; 0 means no limit. */
export interface PublicLimitSettings {
  readonly readsPerMinute: number;
  readonly actsPerMinute: number;
  /** Requests for IDs that do not exist: a bound for guessing. */
  readonly guessesPerMinute: number;
}

type Kind = 'read' | 'act';

/**
 * How much one address may ask of the public interface and the payer's page. Many payers may share one address, so the
 * figures are no more than what keeps one machine from hurting the others.
 */
export class PublicLimits {
  readonly #reads: TokenBuckets;
  readonly #acts: TokenBuckets;
  readonly #guesses: TokenBuckets;
  readonly #clock: () => number;

  constructor(settings: PublicLimitSettings, clock: () => number) {
    this.#reads = new TokenBuckets(settings.readsPerMinute);
    this.#acts = new TokenBuckets(settings.actsPerMinute);
    this.#guesses = new TokenBuckets(settings.guessesPerMinute);
    this.#clock = clock;
  }

  /**
   * Runs a handler for its caller, or refuses. A guess is paid for beforehand and given back when it was none: otherwise a
   * thousand guesses at once would all be let in before the first of them is known to be one. An act pays afterwards. It may
   * be an upload that lasts a minute, for which others behind the same address should not wait; and there are not many.
   */
  async guard<Answer>(address: string, kind: Kind, handle: () => Promise<Answer>): Promise<Answer> {
    const key = addressKey(address);
    const now = this.#clock();
    (kind === 'read' ? this.#reads : this.#acts).take(key, now);
    this.#guesses.take(key, now);
    if (kind === 'act') this.#guesses.giveBack(key);
    let isGuess = false;
    try {
      return await handle();
    } catch (error) {
      isGuess = error instanceof AppError && error.code === 'not_found';
      throw error;
    } finally {
      if (kind === 'read' && !isGuess) this.#guesses.giveBack(key);
      if (kind === 'act' && isGuess) this.#guesses.spend(key);
    }
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A route's handler with the limits in front of it. */
export function guarded(context: { readonly limits: PublicLimits }, kind: Kind, handle: Handler): Handler {
  return (request, reply) => context.limits.guard(request.ip, kind, () => handle(request, reply));
}
