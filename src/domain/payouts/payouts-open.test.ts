import { describe, expect, it } from 'vitest';
import { noon } from '../../../test/engine/support/small-world.ts';
import { usualDisputeRules } from '../disputes/dispute-clock.ts';
import { type OpenPayouts, openSince, requireFinal } from './payouts-open.ts';

const tether = { code: 'USDT', subunit: 8 };
const open = { credited: 300_000_000n, lastAt: noon, disputed: 100_000_000n };
const asked = (balance: bigint, amount: bigint, payouts: OpenPayouts = open) =>
  requireFinal({ balance, amount }, payouts, usualDisputeRules, tether);

describe('what payouts have brought', () => {
  it('is in doubt for three days, unless the rules say otherwise', () => {
    expect(noon - openSince(usualDisputeRules, noon)).toBe(72 * 3_600_000);
  });

  it('stays while it is in doubt, and what was there before is paid back', () => {
    expect(() => asked(900_000_000n, 500_000_000n)).not.toThrow();
    expect(() => asked(900_000_000n, 500_000_001n)).toThrow(
      /^Payouts brought 4\.00000000 USDT .* until 20\d\d-.*\. 5\.00000000 USDT can be paid back now\.$/,
    );
  });

  it('keeps all that is left where some of it was spent', () => {
    expect(() => asked(100_000_000n, 1n)).toThrow(/0\.00000000 USDT can be paid back now/);
  });

  it('waits for the decision where it is disputed alone', () => {
    const disputed = { ...open, credited: 0n, lastAt: null };
    expect(() => asked(100_000_000n, 1n, disputed)).toThrow(/until they are decided/);
  });
});
