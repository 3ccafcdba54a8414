import { expect, it } from 'vitest';
import { actors, decide } from '../../../test/support/situations.ts';
import { nothingCounted } from '../../domain/merchants/payer-settings.ts';
import { newPayer, type Payer } from '../../domain/payins/payer-rules.ts';
import { liftPayerBlock } from '../payins/lift-payer-block.ts';
import { changePayerRules } from './change-payer-rules.ts';

const { merchant, maker, operator } = actors;
const stranger = { ...merchant, merchantId: 8 };
const store = { merchantId: merchant.merchantId ?? 0, rules: nothingCounted };
const input = { storeId: 3, change: { fresh: { pendingMax: 2 }, needsUserId: true } };

it('a merchant says what a payer of the own store may have, and the log has every figure', () => {
  const decided = decide(changePayerRules, input, store, { actor: merchant });
  const rules = { ...nothingCounted, fresh: { ...nothingCounted.fresh, pendingMax: 2 }, needsUserId: true };
  expect(decided.change).toEqual({ storeId: 3, rules });
  expect(decided.audit).toMatchObject([
    {
      subjectKind: 'store',
      subjectId: 3,
      details: { 'fresh.pendingMax': 2, 'known.pendingMax': 0, needsUserId: true },
    },
  ]);
  expect(decide(changePayerRules, input, { ...store, rules }, { actor: merchant }).outcome).toBe('unchanged');
});

it('payer rules are not changed by another merchant or a maker, nor beyond their bounds', () => {
  expect(decide(changePayerRules, input, store, { actor: stranger }).outcome).toBe('not_found');
  expect(decide(changePayerRules, input, store, { actor: maker }).outcome).toBe('not_found');
  expect(decide(changePayerRules, input, null, {}).outcome).toBe('not_found');
  const beyond = { storeId: 3, change: { known: { countMax: 51 } } };
  expect(decide(changePayerRules, beyond, store, { actor: merchant }).outcome).toBe('out_of_range');
});

it('an operator lifts a block while it stands, once', () => {
  const key = { key: '3 user anna', storeId: 3, kind: 'user', name: 'anna' } as const;
  const blockedUntil = Date.parse('2030-01-01T00:00:00Z');
  const blocked: Payer = { ...newPayer(key, 0), failures: 3, blockedAt: 1, blockedUntil };
  const decided = decide(liftPayerBlock, { id: 4 }, blocked, { actor: operator });
  expect(decided.change).toMatchObject({ key: '3 user anna', failures: 0, blockedAt: null, blockedUntil: null });
  expect(decided.audit).toMatchObject([
    { subjectKind: 'store', subjectId: 3, details: { userId: 'anna', failures: 3 } },
  ]);
  expect(decide(liftPayerBlock, { id: 4 }, newPayer(key, 0), { actor: operator }).outcome).toBe('payer_not_blocked');
  expect(decide(liftPayerBlock, { id: 4 }, null, { actor: operator }).outcome).toBe('not_found');
});
