import { expect, it } from 'vitest';
import { disputeReasons, parseDisputeReason } from './deal-dispute.ts';

it('every reason is read as itself, and "other" as "unknown"', () => {
  for (const reason of Object.keys(disputeReasons)) expect(parseDisputeReason(reason)).toBe(reason);
  expect(parseDisputeReason('other')).toBe('unknown');
});

it.each(['', 'Unknown', 'constructor', '__proto__', 'toString', ' no_payment'])('%j is no reason', (text) => {
  expect(parseDisputeReason(text)).toBeNull();
});
