import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/engine/support/outcomes.ts';
import { deal, dispute, noon } from '../../../test/engine/support/small-world.ts';
import { claimOf, claimsRememberedMs, claimsThatCount, type KnownClaim, requireClaimRoom } from './claimants.ts';
import { usualDisputeRules } from './dispute-clock.ts';

let made = 0;
const claim = (change: Partial<KnownClaim> = {}): KnownClaim => ({
  dealId: `deal-${made++}`,
  storeId: 1,
  by: 'merchant',
  payer: null,
  address: null,
  openedAt: noon,
  state: 'open',
  ...change,
});
const several = (count: number, change: (index: number) => Partial<KnownClaim>) =>
  Array.from({ length: count }, (_, index) => claim(change(index)));
const counted = (open: readonly KnownClaim[], decided: readonly KnownClaim[] = [], openMax = 5) =>
  claimsThatCount(open, decided, { openMax }).length;

describe('what counts towards a stop of a maker', () => {
  it('is three of five from one store, all its claimants together, and five from two', () => {
    expect(counted(several(9, () => ({})))).toBe(3);
    expect(counted(several(9, (index) => ({ by: 'payer', payer: `${index}`, address: `${index}` })))).toBe(3);
    expect(counted([...several(3, () => ({})), ...several(2, () => ({ storeId: 2 }))])).toBe(5);
  });

  it('is one of a payer, and one of an address wherever it claims', () => {
    expect(counted(several(4, () => ({ by: 'payer', payer: 'bob' })))).toBe(1);
    expect(counted(several(4, (index) => ({ by: 'payer', payer: `${index}`, storeId: index, address: 'a' })))).toBe(1);
    expect(counted(several(2, (index) => ({ by: 'payer', payer: 'bob', storeId: index })))).toBe(2);
  });

  it('is all that operators say, and nothing that a maker says', () => {
    expect(counted(several(6, () => ({ by: 'operator' })))).toBe(6);
    expect(counted(several(6, () => ({ by: 'maker' })))).toBe(0);
  });

  it.each([
    [1, 0, 2],
    [3, 0, 0],
    [9, 0, 0],
    [3, 2, 2],
    [2, 5, 3],
  ])('is less after claims that were wrong: %i rejected, %i accepted leave %i', (rejected, accepted, left) => {
    const decided = [
      ...several(rejected, () => ({ state: 'rejected' })),
      ...several(accepted, () => ({ state: 'accepted' })),
      ...several(5, () => ({ state: 'papers' })),
      ...several(5, () => ({ state: 'rejected', storeId: 2 })),
      ...several(5, () => ({ state: 'rejected', by: 'operator' })),
      ...several(5, () => ({ state: 'rejected', by: 'payer', address: 'a' })),
    ];
    expect(
      counted(
        several(5, () => ({})),
        decided,
      ),
    ).toBe(left);
  });

  it.each([
    [0, 3],
    [1, 1],
    [2, 1],
    [20, 10],
  ])('a store counts, where %i stop a maker, up to %i', (openMax, most) => {
    expect(
      counted(
        several(50, () => ({})),
        [],
        openMax,
      ),
    ).toBe(most);
  });
});

describe('the claims that somebody may have open', () => {
  const room = (origin: Partial<KnownClaim>, known: readonly KnownClaim[], change = {}) =>
    codeOf(() => requireClaimRoom(claim(origin), known, { ...usualDisputeRules, storeClaimsMax: 10, ...change }, noon));
  const payer = { by: 'payer', payer: 'bob', address: 'a' } as const;

  it('end with the limit of a payer, and of an address', () => {
    expect(
      room(
        payer,
        several(2, () => payer),
      ),
    ).toBe('done');
    expect(
      room(
        payer,
        several(3, () => ({ ...payer, address: 'b' })),
      ),
    ).toBe('claims_of_payer_full');
    const many = { storeClaimsMax: 100 };
    expect(
      room(
        payer,
        several(14, () => ({ ...payer, payer: null })),
        many,
      ),
    ).toBe('done');
    expect(
      room(
        payer,
        several(15, () => ({ ...payer, payer: null })),
        many,
      ),
    ).toBe('claims_of_payer_full');
    expect(
      room(
        payer,
        several(3, () => ({ ...payer, payer: 'eve', address: 'b' })),
      ),
    ).toBe('done');
    expect(
      room(
        payer,
        several(3, () => ({ ...payer, storeId: 2 })),
      ),
    ).toBe('done');
    expect(
      room(
        { ...payer, payer: null, address: null },
        several(3, () => ({ ...payer, payer: null })),
      ),
    ).toBe('done');
    expect(
      room(
        payer,
        several(3, () => payer),
        { payerClaimsMax: 0 },
      ),
    ).toBe('done');
  });

  it('end with the limit of a store, for its programs and its payers apart', () => {
    const strangers = several(10, (index) => ({ ...payer, payer: `${index}`, address: `${index}` }));
    expect(
      room(
        {},
        several(9, () => ({})),
      ),
    ).toBe('done');
    expect(
      room(
        {},
        several(10, () => ({})),
      ),
    ).toBe('claims_of_store_full');
    expect(room({}, strangers)).toBe('done');
    expect(room(payer, strangers)).toBe('claims_of_store_full');
    expect(
      room(
        { by: 'operator' },
        several(99, () => ({ by: 'operator' })),
      ),
    ).toBe('done');
    expect(
      room(
        {},
        several(99, () => ({})),
        { storeClaimsMax: 0 },
      ),
    ).toBe('done');
  });

  it('are fewer after rejected ones, never none, and as before after a month', () => {
    const wrong = several(9, () => ({ ...payer, state: 'rejected' }));
    expect(room(payer, wrong)).toBe('done');
    expect(room(payer, [...wrong, claim(payer)])).toBe('claims_of_payer_full');
    const old = wrong.map((one) => ({ ...one, openedAt: noon - claimsRememberedMs }));
    expect(room(payer, [...old, claim(payer), claim(payer)])).toBe('done');
    const own = several(9, () => ({ state: 'rejected' }));
    expect(room({}, own)).toBe('done');
    expect(room({}, [...own, claim()])).toBe('claims_of_store_full');
    // What payers claim costs neither the store nor other payers.
    expect(room({}, [...wrong, claim()])).toBe('done');
    expect(room({ ...payer, payer: 'eve', address: 'b' }, [...wrong, claim(payer)])).toBe('done');
  });
});

describe('the claim over a deal', () => {
  const of = (change: Parameters<typeof dispute>[0] | null, status: 'dispute' | 'canceled' = 'canceled') =>
    claimOf(deal({ status, dispute: change === null ? null : dispute(change) }), { storeId: 1, userId: '' });

  it('is the merchant’s where nobody else is named', () => {
    expect(of({}, 'dispute')).toMatchObject({ by: 'merchant', payer: null, address: null, state: 'open' });
    expect(of({ by: 'payer', address: 'a' }, 'dispute')).toMatchObject({ by: 'payer', address: 'a' });
    expect(of(null)).toBeNull();
  });

  it.each([
    ['ACCEPTED', 'accepted'],
    ['AMOUNT_CHANGED', 'accepted'],
    ['FRAUD_CONFIRM_DOCS', 'rejected'],
    ['WAITING_CONFIRM_DOCS_FROM_TRADER', 'papers'],
    [null, 'papers'],
  ] as const)('decided as %s is %s', (result, state) => {
    expect(of({ result })?.state).toBe(state);
  });
});
