import { AppError } from '../errors.ts';

/**
 * A token bucket for each key: as many requests a second as allowed, twice as many for a moment. Kept in memory, per
 * process: it protects this process from one caller, it is no account of what the caller did.
 */
export class RateLimit {
  readonly #perSecond: number;
  readonly #buckets = new Map<string | number, { tokens: number; atMs: number }>();

  /** 0 means no limit. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Takes one token, or refuses and says when the next one is there. */
  take(key: string | number, nowMs: number): void {
    if (this.#perSecond === 0) return;
    const burst = this.#perSecond * 2;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    const refilled = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * this.#perSecond);
    if (refilled < 1) {
      this.#buckets.set(key, { tokens: refilled, atMs: nowMs });
      throw new AppError('rate_limited', { seconds: Math.max(1, Math.ceil((1 - refilled) / this.#perSecond)) });
    }
    this.#buckets.set(key, { tokens: refilled - 1, atMs: nowMs });
  }
}
