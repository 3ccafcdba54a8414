import { describe, expect, it } from 'vitest';
import { deal, dispute, noon, payoutDeal } from '../../../test/engine/support/small-world.ts';
import { fiat } from '../money/money.ts';
import { mayLoseItsLine } from './lines-of-deals.ts';

const paid = deal({ status: 'completed', endedAt: noon });
const canceled = deal({ status: 'canceled', endedAt: noon });
const other = { ...paid, receivedSum: fiat(90_000n) };
const disputed = deal({ status: 'dispute', endedAt: noon, dispute: dispute({ from: 'completed' }) });

describe('a line of the bank stays with its payin', () => {
  it.each([
    ['that is new', undefined, deal()],
    ['that is paid', deal(), paid],
    ['that is changed in something else', paid, { ...paid, restsUntil: noon }],
    ['over which a dispute is opened', paid, disputed],
    ['over which a claim is rejected', disputed, paid],
    ['that ends without having been paid', deal(), canceled],
    ['whose dispute over an end begins', canceled, deal({ status: 'dispute', dispute: dispute({ from: 'canceled' }) })],
  ])('%s', (_, before, after) => {
    expect(mayLoseItsLine(before, after)).toBe(false);
  });
});

describe('a bank line may be others’ money', () => {
  it.each([
    ['when its payin is taken back', paid, canceled],
    ['when a claim ends it', disputed, canceled],
    ['when it is corrected', paid, other],
    ['when a claim corrects it', disputed, other],
    [
      'when a claim over its end leaves it so',
      deal({ status: 'dispute', dispute: dispute({ from: 'expired' }) }),
      canceled,
    ],
  ])('%s', (_, before, after) => {
    expect(mayLoseItsLine(before, after)).toBe(true);
  });
});

it('a payout keeps what the bank says of it', () => {
  const [done, back] = [payoutDeal({ status: 'completed' }), payoutDeal({ status: 'canceled' })];
  expect(mayLoseItsLine(done, back)).toBe(false);
});
