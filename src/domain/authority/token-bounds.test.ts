import { describe, expect, it } from 'vitest';
import { fiat, settlement } from '../money/money.ts';
import type { BoundToken } from '../people/token.ts';
import { type Changes, noChanges } from '../state/changes.ts';
import { dayOf } from '../text/timestamp.ts';
import { boundByToken, isUnbound, readTokenBounds, requireTokenAddress } from './token-bounds.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const wish = { addresses: [], dayMax: null, dayCurrency: null, requisiteIds: null };
const named = { ...wish, addresses: ['203.0.113.7', ' 203.0.113.7 '], dayMax: '5', dayCurrency: 'USDT' };

describe('the bounds of a new token', () => {
  const read = (change: object, scopes: Parameters<typeof readTokenBounds>[1], mode: 'sandbox' | 'production') =>
    readTokenBounds({ ...wish, ...change }, scopes, { mode, subunit: 8 });

  it('are asked for in production where it moves money, and nowhere else', () => {
    const refusal = expect.objectContaining({ code: 'token_bounds_needed' });
    for (const scope of ['arrivals', 'money'] as const) {
      expect(() => read({}, ['read', scope], 'production')).toThrow(refusal);
      expect(() => read({ ...named, addresses: [] }, [scope], 'production')).toThrow(refusal);
      expect(() => read({ ...named, dayMax: null, dayCurrency: null }, [scope], 'production')).toThrow(refusal);
      expect(read({}, [scope], 'sandbox').day).toBeNull();
    }
    expect(read({}, ['read', 'settings', 'access'], 'production').addresses).toEqual([]);
    expect(read(named, ['money'], 'production')).toEqual({
      addresses: ['203.0.113.7'],
      day: { max: 500_000_000n, currency: 'USDT' },
      requisiteIds: null,
    });
  });

  it('are missing in one that moves money without them', () => {
    const bounds = read(named, ['money'], 'production');
    expect(isUnbound(bounds, ['money'])).toBe(false);
    expect(isUnbound({ ...bounds, addresses: [] }, ['arrivals'])).toBe(true);
    expect(isUnbound({ ...bounds, day: null }, ['arrivals'])).toBe(true);
    expect(isUnbound({ ...bounds, day: null }, ['read'])).toBe(false);
  });

  it('let it be used from its addresses; one without a list from any', () => {
    expect(() => requireTokenAddress({ addresses: ['203.0.113.0/24'] }, '203.0.113.9')).not.toThrow();
    expect(() => requireTokenAddress({ addresses: [] }, null)).not.toThrow();
    for (const address of ['198.51.100.1', null]) {
      expect(() => requireTokenAddress({ addresses: ['203.0.113.0/24'] }, address)).toThrow();
    }
  });
});

describe('a decision by a token', () => {
  const token: BoundToken = { id: 7, day: { max: 100n, currency: 'USDT' }, requisiteIds: [1] };
  const today = { tokenId: 7, day: dayOf(now), daySum: 40n };
  const transfer = (amount: bigint, currency = 'USDT') =>
    ({ debitId: 1, creditId: 2, amount: settlement(amount), currency, kind: 'payin_settle', subjectId: 's' }) as const;
  const bind = (change: Partial<Changes>, of: Partial<BoundToken> = {}, on = today) =>
    boundByToken({ ...token, ...of }, { ...noChanges(), ...change }, { today: on, now, subunitOf: () => 2 });
  const rows = <Row>(...some: object[]) => some as Row[];

  it('counts all that it moves, up to its sum a day and not above', () => {
    expect(bind({ transfers: [transfer(20n), transfer(40n)] })).toEqual({ ...today, daySum: 100n });
    const spent = expect.objectContaining({ code: 'token_day_spent' });
    expect(() => bind({ transfers: [transfer(20n), transfer(41n)] })).toThrow(spent);
    expect(() => bind({ transfers: [transfer(1n, 'EUR')] })).toThrow(spent);
    expect(bind({})).toBeNull();
    expect(bind({ transfers: [transfer(999n, 'EUR')] }, { day: null })).toBeNull();
  });

  it('begins anew on another day, and never goes back to one', () => {
    expect(bind({ transfers: [transfer(100n)] }, {}, { ...today, day: today.day - 1 })).toEqual({
      ...today,
      daySum: 100n,
    });
    const ahead = { ...today, day: today.day + 1 };
    expect(bind({ transfers: [transfer(1n)] }, {}, ahead)).toEqual({ ...ahead, daySum: 41n });
  });

  it('counts a claim that it rejects, and says of no money that it was sent back', () => {
    const deals = rows<Changes['deals'][number]>({ makerSum: settlement(60n), requisiteId: 1, status: 'completed' });
    const disputeFacts = rows<Changes['disputeFacts'][number]>({ kind: 'rejected' });
    expect(bind({ deals, disputeFacts })).toEqual({ ...today, daySum: 100n });
    const arrivals = rows<Changes['arrivals'][number]>({ requisiteId: 1, status: 'returned', amount: fiat(1n) });
    expect(() => bind({ arrivals })).toThrow(expect.objectContaining({ code: 'people_only' }));
  });

  it('is about its requisites; what time has ended is not its act', () => {
    const refused = expect.objectContaining({ code: 'token_requisite_refused' });
    const arrivals = rows<Changes['arrivals'][number]>({ requisiteId: 2, status: 'held' });
    expect(() => bind({ arrivals })).toThrow(refused);
    const deal = (status: string) => rows<Changes['deals'][number]>({ requisiteId: 2, status, makerSum: 1n });
    expect(() => bind({ deals: deal('completed') })).toThrow(refused);
    expect(bind({ deals: deal('expired') })).toBeNull();
    expect(bind({ arrivals }, { requisiteIds: null })).toBeNull();
  });

  it('is about no withdrawal and no top-up where its token is for some requisites', () => {
    const refused = expect.objectContaining({ code: 'forbidden' });
    const topUp = { transfers: [{ ...transfer(1n), kind: 'top_up' as const }] };
    const withdrawn = { withdrawals: rows<Changes['withdrawals'][number]>({ status: 4 }) };
    for (const change of [topUp, withdrawn]) {
      expect(() => bind(change)).toThrow(refused);
      expect(() => bind(change, { requisiteIds: null })).not.toThrow();
    }
  });
});
