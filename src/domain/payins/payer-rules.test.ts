import { expect, it } from 'vitest';
import { nothingCounted, type PayerFigures, readPayerRules, suggestedFigures } from '../merchants/payer-settings.ts';
import {
  countedAddress,
  countedUser,
  judgePayer,
  liftBlock,
  newPayer,
  type Payer,
  type PayinFacts,
  payerAfter,
  payinsSeenMax,
  requireUserId,
} from './payer-rules.ts';

const noon = Date.parse('2026-11-14T12:00:00Z');
const minute = 60_000;
const off = nothingCounted.known;
const only = (figures: Partial<PayerFigures>) => ({ ...off, ...figures });
const key = { key: '1 user anna', storeId: 1, kind: 'user', name: 'anna' } as const;
const atHome = { key: '1 address 192.0.2.7', storeId: 1, kind: 'address', name: '192.0.2.7' } as const;

let serial = 0;
function payin(change: Partial<PayinFacts> = {}): PayinFacts {
  serial += 1;
  const times = { createdAt: noon - 10 * minute, updatedAt: noon - 10 * minute, expireAt: noon + 50 * minute };
  return {
    id: `payin-${serial}`,
    status: 'new',
    dealCount: 1,
    hasPart: false,
    isConfirmed: false,
    ...times,
    ...change,
  };
}
const failed = (agoMinutes: number) => payin({ status: 'expired', updatedAt: noon - agoMinutes * minute });
const paid = (agoMinutes: number) => payin({ status: 'paid', updatedAt: noon - agoMinutes * minute });

function judge(figures: Partial<PayerFigures>, payins: readonly PayinFacts[], payer?: Payer) {
  const rules = { ...nothingCounted, fresh: only(figures), known: only(figures) };
  return judgePayer(rules, { key, payer, payins, now: noon });
}
function refusal(verdict: ReturnType<typeof judgePayer>) {
  if (verdict.kind === 'passes') return null;
  return { code: verdict.error.code, retryAt: verdict.error.retryAt, field: verdict.error.faults[0].field };
}

it('counts no payers while a store has no rules, and asks for no rows', () => {
  expect(countedUser(nothingCounted, 1, 'anna')).toBeNull();
  expect(countedAddress(nothingCounted, 1, '192.0.2.7')).toBeNull();
  const byUser = { ...nothingCounted, fresh: only({ pendingMax: 1 }) };
  expect(countedUser(byUser, 1, 'anna')).toEqual(key);
  expect(countedUser(byUser, 1, null)).toBeNull();
  expect(countedUser(byUser, 1, '')).toBeNull();
  expect(countedAddress(byUser, 1, '192.0.2.7')).toBeNull();
  const byAddress = { ...nothingCounted, address: only({ failuresMax: 1 }) };
  expect(countedAddress(byAddress, 1, '192.0.2.7')).toEqual(atHome);
  expect(countedAddress(byAddress, 1, null)).toBeNull();
});

it('refuses a payin beyond the open ones, until the first of them ends', () => {
  const open = [payin({ expireAt: noon + 20 * minute }), payin({ expireAt: noon + 30 * minute })];
  expect(judge({ pendingMax: 3 }, open).kind).toBe('passes');
  const refused = judge({ pendingMax: 2 }, open);
  expect(refusal(refused)).toEqual({ code: 'payer_pending', retryAt: noon + 20 * minute, field: 'userId' });
  expect(refused).toMatchObject({ payer: null, error: { message: expect.stringContaining('2026-11-14T12:20:00') } });
  const past = payin({ expireAt: noon });
  expect(judge({ pendingMax: 2 }, [past, ...open.slice(1)]).kind).toBe('passes');
  expect(
    judge({ pendingMax: 2 }, [...open.slice(1), payin({ status: 'paid' }), payin({ status: 'canceled' })]).kind,
  ).toBe('passes');
});

it('counts a payin with a receipt as open until it is decided, and promises no time for it', () => {
  const confirmed = payin({ expireAt: noon - minute, isConfirmed: true });
  const refused = judge({ pendingMax: 1 }, [confirmed]);
  expect(refusal(refused)).toEqual({ code: 'payer_pending', retryAt: null, field: 'userId' });
  expect(refused).toMatchObject({ error: { message: expect.stringMatching(/\b1\b/) } });
});

it('refuses more payins within the minutes, until the first of the last so many is old enough', () => {
  const begun = [9, 5, 3].map((ago) => payin({ status: 'canceled', createdAt: noon - ago * minute, dealCount: 0 }));
  expect(judge({ countMax: 4, countMinutes: 10 }, begun).kind).toBe('passes');
  expect(judge({ countMax: 3, countMinutes: 9 }, begun).kind).toBe('passes');
  expect(refusal(judge({ countMax: 3, countMinutes: 10 }, begun))).toMatchObject({
    code: 'payer_too_often',
    retryAt: noon + minute,
  });
  expect(refusal(judge({ countMax: 2, countMinutes: 10 }, begun))).toMatchObject({ retryAt: noon + 5 * minute });
});

it('blocks after so many in a row were left unpaid, from the end of the last one on', () => {
  const block = { failuresMax: 3, blockMinutes: 30 };
  expect(judge(block, [failed(20), failed(10)]).kind).toBe('passes');
  const verdict = judge(block, [failed(20), failed(10), failed(15)]);
  expect(refusal(verdict)).toEqual({ code: 'payer_blocked', retryAt: noon + 20 * minute, field: 'userId' });
  expect(verdict).toMatchObject({ payer: { failures: 3, blockedAt: noon, blockedUntil: noon + 20 * minute } });
  expect(judge(block, [failed(40), failed(30), failed(35)]).kind).toBe('passes');
  // What the payer or the shop has given up held requisites as long as what time has ended.
  expect(judge(block, [failed(20), failed(10), { ...failed(5), status: 'canceled' }]).kind).toBe('refused');
  // Paid once, and left so many since then.
  expect(judge(block, [paid(30), failed(20), failed(10), failed(15)]).kind).toBe('refused');
  // One that time has ended, although nobody has written it down.
  expect(judge(block, [failed(20), failed(10), payin({ expireAt: noon - minute })]).kind).toBe('refused');
});

it.each([
  ['one was paid in between', [failed(20), paid(15), failed(10), failed(5)]],
  ['one never got requisites', [failed(20), failed(10), { ...failed(5), dealCount: 0 }]],
  ['a part came of one', [failed(20), failed(10), { ...failed(5), hasPart: true }]],
  ['one is under dispute', [failed(20), failed(10), payin({ status: 'dispute' })]],
])('does not block when %s', (_, payins) => {
  expect(judge({ failuresMax: 3, blockMinutes: 30 }, payins).kind).toBe('passes');
});

it('goes on refusing while a block stands, writes it down once, and lets through what an operator has lifted', () => {
  const figures = { failuresMax: 1, blockMinutes: 30 };
  const payins = [failed(10)];
  const first = judge(figures, payins);
  const blocked = first.kind === 'refused' ? first.payer : null;
  expect(blocked).not.toBeNull();
  if (blocked === null) return;
  expect(judge(figures, [...payins, paid(1)], blocked)).toMatchObject({ kind: 'refused', payer: null });
  const lifted = liftBlock(blocked, noon);
  expect(judge(figures, payins, lifted).kind).toBe('passes');
  expect(judge(figures, [failed(-1)], lifted).kind).toBe('refused');
  expect(() => liftBlock(lifted, noon)).toThrow('not blocked');
  expect(() => liftBlock(blocked, noon + 20 * minute)).toThrow('not blocked');
  expect(judge({ ...figures, failuresMax: 0 }, payins, blocked).kind).toBe('passes');
  // At its very end a block is over; what had failed by the instant that it was lifted is forgotten.
  expect(judge(figures, [], { ...blocked, blockedUntil: noon }).kind).toBe('passes');
  expect(judge(figures, [failed(0)], lifted).kind).toBe('passes');
});

it('has other figures for payers who have paid, for those who have not, and for addresses', () => {
  const rules = {
    ...nothingCounted,
    known: only({ pendingMax: 3 }),
    fresh: only({ pendingMax: 1 }),
    address: only({ pendingMax: 2 }),
  };
  const open = [payin(), payin()];
  expect(judgePayer(rules, { key, payer: undefined, payins: open, now: noon }).kind).toBe('refused');
  expect(judgePayer(rules, { key, payer: undefined, payins: [...open, paid(60)], now: noon }).kind).toBe('passes');
  const there = judgePayer(rules, { key: atHome, payer: undefined, payins: [...open, paid(60)], now: noon });
  expect(refusal(there)).toMatchObject({ code: 'payer_pending', field: undefined });
});

it('counts for an address when a payin was begun there, not when the shop made it', () => {
  const rules = { ...nothingCounted, address: only({ countMax: 1, countMinutes: 10 }) };
  const old = payin({ createdAt: noon - 40 * minute });
  const payer = { ...newPayer(atHome, noon), begun: [{ id: old.id, at: noon - 2 * minute }] };
  const verdict = judgePayer(rules, { key: atHome, payer, payins: [old], now: noon });
  expect(refusal(verdict)).toMatchObject({ code: 'payer_too_often', retryAt: noon + 8 * minute });
});

it('remembers the newest payins of an address, each once, and writes a user down once a day', () => {
  let payer: Payer | undefined;
  for (let count = 0; count < payinsSeenMax + 5; count++) {
    payer = payerAfter({ key: atHome, payer, now: noon + count }, `payin-${count % (payinsSeenMax + 2)}`) ?? undefined;
  }
  expect(payer?.begun).toHaveLength(payinsSeenMax);
  expect(new Set(payer?.begun.map(({ id }) => id)).size).toBe(payinsSeenMax);
  const again = payerAfter({ key: atHome, payer, now: noon + minute }, payer?.begun[9]?.id ?? '');
  expect(again?.begun[0]).toEqual({ id: payer?.begun[9]?.id, at: noon + minute });
  expect(new Set(again?.begun.map(({ id }) => id))).toEqual(new Set(payer?.begun.map(({ id }) => id)));
  const first = payerAfter({ key, payer: undefined, now: noon }, 'payin');
  expect(first).toMatchObject({ key: '1 user anna', seenAt: noon, begun: [] });
  expect(payerAfter({ key, payer: first ?? undefined, now: noon + minute }, 'payin')).toBeNull();
  expect(payerAfter({ key, payer: first ?? undefined, now: noon + 86_400_000 }, 'payin')).toMatchObject({
    seenAt: noon + 86_400_000,
  });
});

it('names the field when a store demands a user ID', () => {
  const rules = { ...nothingCounted, needsUserId: true };
  expect(() => requireUserId(nothingCounted, null)).not.toThrow();
  expect(() => requireUserId(rules, 'anna')).not.toThrow();
  for (const missing of [null, '', ' ']) expect(() => requireUserId(rules, missing)).toThrow('userId');
});

it('takes what it proposes, keeps what is not named, and refuses what is out of bounds by its field', () => {
  const rules = readPayerRules(nothingCounted, suggestedFigures);
  expect(rules).toEqual({ ...suggestedFigures, needsUserId: false });
  expect(readPayerRules(rules, { fresh: { pendingMax: 1 }, needsUserId: true })).toEqual({
    ...rules,
    fresh: { ...rules.fresh, pendingMax: 1 },
    needsUserId: true,
  });
  expect(() => readPayerRules(rules, { known: { pendingMax: 51 } })).toThrow();
  try {
    readPayerRules(rules, { address: { blockMinutes: 0 } });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: 'out_of_range', faults: [{ field: 'address.blockMinutes' }] });
  }
});
