import type { Instant } from '../text/timestamp.ts';

export interface Merchants {
  readonly merchants: ReadonlyMap<number, Merchant>;
}

export interface Merchant {
  readonly id: number;
  readonly name: string;
  /** The newest first; a second one while a secret is being rotated. */
  readonly secrets: readonly MerchantSecret[];
  readonly totpSeed: string | null;
  /** When an operator last changed the secret or the second factor; null: never. */
  readonly accessChangedAt: Instant | null;
}

/** The snapshot outlives the rotation, so the end of an old secret stands beside it and the clock decides. */
interface MerchantSecret {
  readonly value: string;
  readonly validUntil: Instant | null;
}

/** What requests may be signed with now. */
export function validSecrets({ secrets }: Merchant, now: Instant): readonly string[] {
  return secrets.filter(({ validUntil }) => validUntil === null || now < validUntil).map(({ value }) => value);
}
