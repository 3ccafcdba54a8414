import { AppError } from '../../errors/app-error.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * What a store demands of the requests that its programs sign. The interface's own scheme, `X-Signature` with HMAC-SHA1, is
 * enough unless the store says otherwise; what else is sent is checked in any case.
 */
interface RequestDemands {
  /** `X-Signature-256`, HMAC-SHA256 over the same string. */
  readonly needsSha256: boolean;
  /** `X-Timestamp`, signed after the body. */
  readonly needsTimestamp: boolean;
}

/** Answers are kept for longer than this: see the sweep. */
export const repeatWindowMaxMs = 24 * 3_600_000;

/** Clocks of servers differ by seconds; a request that was recorded and sent again is minutes old. */
const timestampToleranceS = 300;

/** The time of sending as it stands in the header, seconds since 1970. Null: what stands there is none. */
export function readTimestamp(header: string): number | null {
  return /^\d{1,12}$/.test(header) ? Number(header) : null;
}

/** Refuses a request that is signed well, and yet not as the store wants it, or not now. */
export function requireDemands(
  { needsSha256, needsTimestamp }: RequestDemands,
  sent: { readonly hasSha256: boolean; readonly timestampS: number | null },
  now: Instant,
): void {
  if (needsSha256 && !sent.hasSha256) throw new AppError('signature_256_needed');
  if (sent.timestampS === null) {
    if (needsTimestamp) throw new AppError('timestamp_needed');
    return;
  }
  const nowS = Math.floor(now / 1000);
  if (Math.abs(sent.timestampS - nowS) > timestampToleranceS) {
    throw new AppError('timestamp_stale', { seconds: timestampToleranceS, now: nowS });
  }
}
