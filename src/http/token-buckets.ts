import { AppError } from '../errors/app-error.ts';

/** As many keys as are remembered; the one that asked longest ago is forgotten first. Some hundred bytes each. */
const keysMax = 50_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * A token bucket for each key: as much a minute as allowed, and as much at once as the bucket holds. Kept in memory, per
 * process, and bounded: it protects this process from one caller, it is no account of what the caller did.
 */
export class TokenBuckets {
  readonly #perMinute: number;
  readonly #burst: number;
  readonly #refusal: 'rate_limited' | 'proof_limit';
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>();

  /** 0 means no limit. A page that loads asks for several things at once, so a bucket usually holds a minute's worth. */
  constructor(perMinute: number, burst: number = perMinute, refusal: 'rate_limited' | 'proof_limit' = 'rate_limited') {
    this.#perMinute = perMinute;
    this.#burst = burst;
    this.#refusal = refusal;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one token, or refuses and says when the next one is there. */
  take(key: string, nowMs: number): void {
    if (this.#perMinute === 0) return;
    const bucket = this.#bucket(key, nowMs);
    if (bucket.tokens < 1) {
      const waitMs = ((1 - bucket.tokens) / this.#perMinute) * 60_000;
      throw new AppError(this.#refusal, { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    }
    bucket.tokens -= 1;
  }

  /** Takes one token if there is one, for what has been done already. */
  spend(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.max(0, bucket.tokens - 1);
  }

  /** The token was not needed after all. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#burst, bucket.tokens + 1);
  }

  #bucket(key: string, nowMs: number): Bucket {
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: this.#burst, atMs: nowMs };
    // A clock that is set back takes nothing away.
    const passedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (passedMs / 60_000) * this.#perMinute);
    bucket.atMs = nowMs;
    if (known !== undefined) this.#buckets.delete(key);
    else if (this.#buckets.size >= keysMax) this.#forgetOldest();
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
