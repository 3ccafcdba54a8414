import { formatAmount } from '../../src/domain/money/money.ts';
import type { Idempotency } from '../../src/engine/job.ts';
import { render } from '../network.ts';
import type { Random } from '../random.ts';

/** What requests of many people have in common: a key, a sum, a receipt. */
export function idempotencyOf(storeId: number, key: string | null): Idempotency | null {
  return key === null ? null : { storeId, key, requestHash: key, render };
}

const favouredAmounts = ['1000', '1500.00', '2000', '3000', '5000.5', '10000'] as const;

/** Half of them are the same few sums, so that pairs are taken; a few are worth less than the smallest unit owed for them. */
export function anyAmount(random: Random): string {
  if (random.chance(500)) return random.pick(favouredAmounts);
  return formatAmount(BigInt(random.chance(30) ? random.between(100, 300) : random.between(10_000, 3_000_000)), 2);
}

export function anyReceipt(random: Random) {
  const sha256 = random.next().toString(16).padStart(64, '0');
  return { sha256, mediaType: 'image/jpeg', sizeBytes: 10_000, fileName: 'receipt.jpg' } as const;
}
