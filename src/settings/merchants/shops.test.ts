import { describe, expect, it } from 'vitest';
import { actors, decide, noon, usualFigures } from '../../../test/support/situations.ts';
import type { Reference } from '../../domain/catalogue/reference-entries.ts';
import { unlimited } from '../../domain/merchants/api-key.ts';
import { operatorDecides } from '../../domain/merchants/payment-policy.ts';
import { addStoreAddress } from '../withdrawals/add-store-address.ts';
import { removeStoreAddress } from '../withdrawals/remove-store-address.ts';
import { changeApiKey } from './change-api-key.ts';
import { changeMerchant } from './change-merchant.ts';
import { changePaymentPolicy } from './change-payment-policy.ts';
import { changeStore } from './change-store.ts';
import { createApiKey } from './create-api-key.ts';
import { createMerchant } from './create-merchant.ts';
import { createStore } from './create-store.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { rotateSecret } from './rotate-secret.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';

const { merchant, maker } = actors;
const stranger = { ...merchant, merchantId: 8 };
const plain = { nameRu: null, isEnabled: true };
const reference: Reference = {
  currencies: new Map([
    ['RUB', { code: 'RUB', name: 'Rouble', subunit: 2, ...plain }],
    ['USDT', { code: 'USDT', name: 'Tether', subunit: 8, ...plain }],
  ]),
  banks: [],
  options: [],
};
const shop = { id: 7, name: 'Shop', hasSecondFactor: false };
const store = {
  id: 3,
  merchantId: 7,
  settlementCurrency: 'USDT',
  networks: ['TRC20'] as const,
  ...usualFigures,
  policy: operatorDecides,
};

describe('create-merchant', () => {
  it('answers with the secret that was drawn, and does not log it', () => {
    const decided = decide(createMerchant, { name: 'Shop' }, { id: 7 }, { drawn: { secret: 'a secret' } });
    expect(decided.result).toEqual({ id: 7, secret: 'a secret' });
    expect(decided.audit).toEqual([{ subjectKind: 'merchant', subjectId: 7, details: { name: 'Shop' } }]);
  });
});

describe('change-merchant', () => {
  it('renames one that is there', () => {
    expect(decide(changeMerchant, { id: 7, name: 'New' }, shop).change).toEqual({ id: 7, name: 'New' });
    expect(decide(changeMerchant, { id: 7, name: 'New' }, null).outcome).toBe('not_found');
  });
});

describe('rotate-secret', () => {
  const drawn = { secret: 'a secret' };
  const input = { id: 7, overlapHours: 2 };

  it('keeps the old secret valid for the overlap', () => {
    const decided = decide(rotateSecret, input, { merchant: shop, by: null }, { drawn });
    expect(decided.result).toEqual({ secret: 'a secret', oldUntilMs: noon + 7_200_000 });
    expect(JSON.stringify(decided.audit)).not.toContain('a secret');
  });

  it("is a merchant's own business, and no other's", () => {
    expect(decide(rotateSecret, input, { merchant: shop, by: null }, { drawn, actor: merchant }).outcome).toBe(
      'changed',
    );
    expect(decide(rotateSecret, input, { merchant: shop, by: null }, { drawn, actor: stranger }).outcome).toBe(
      'not_found',
    );
    expect(decide(rotateSecret, input, { merchant: null, by: null }, { drawn }).outcome).toBe('not_found');
  });
});

describe('create-store', () => {
  const input = {
    merchantId: 7,
    name: 'Corner',
    currency: 'RUB',
    settlementCurrency: 'USDT',
    network: 'TRC20',
    accountId: 'an account',
    settings: { payinFeeFixed: '0.5', limits: [{ currency: 'RUB', type: 'in', min: '1', max: '2' }] },
  } as const;
  const rows = { reference, merchant: shop, id: 3, accountIds: [31, 32, 33] };

  it('opens its three accounts in the settlement currency, and names them as what they are', () => {
    const { result, change } = decide(createStore, input, rows);
    expect(result).toBe(3);
    expect(change?.accounts).toEqual([
      { id: 31, kind: 'store_available', ownerId: 3, currency: 'USDT' },
      { id: 32, kind: 'store_frozen', ownerId: 3, currency: 'USDT' },
      { id: 33, kind: 'store_excess', ownerId: 3, currency: 'USDT' },
    ]);
    expect(change?.account).toEqual({
      id: 'an account',
      storeId: 3,
      currency: 'USDT',
      network: 'TRC20',
      availableId: 31,
      frozenId: 32,
      excessId: 33,
    });
  });

  it('asks for two approvals above a thousand of the currency it is settled in, unless told otherwise', () => {
    const limitOf = (settlementCurrency: string, twoApprovalsAbove?: string) => {
      const settings = twoApprovalsAbove === undefined ? {} : { twoApprovalsAbove };
      return decide(createStore, { ...input, settlementCurrency, settings }, rows).change?.values.figures
        .twoApprovalsAbove;
    };
    expect([limitOf('USDT'), limitOf('RUB'), limitOf('USDT', '5')]).toEqual([
      1_000n * 10n ** 8n,
      1_000n * 10n ** 2n,
      5n * 10n ** 8n,
    ]);
  });

  it('reads sums into minor units, and logs them as text', () => {
    const { change, audit } = decide(createStore, input, rows);
    expect(change?.values.figures.payinFeeFixed).toBe(50_000_000n);
    expect(audit[0]?.details).toEqual({
      name: 'Corner',
      merchantId: 7,
      payinFeeFixed: '50000000',
      limits: 'RUB in 100-200',
    });
  });

  it.each([
    ['a currency that is not there', { currency: 'ZZZ' }, {}, 'currency_not_allowed', 'currency'],
    [
      'a settlement currency that is not there',
      { settlementCurrency: 'ZZZ' },
      {},
      'currency_not_allowed',
      'settlementCurrency',
    ],
    ['a merchant that is not there', {}, { merchant: null }, 'not_found', 'merchantId'],
    [
      'a sum with too many digits',
      { settings: { withdrawalFee: '0.123456789' } },
      {},
      'invalid_amount',
      'withdrawalFee',
    ],
  ])('refuses %s', (_, change, found, outcome, field) => {
    expect(decide(createStore, { ...input, ...change }, { ...rows, ...found })).toMatchObject({ outcome, field });
  });
});

describe('change-store', () => {
  it('changes what is given, in the currency of the store', () => {
    const decided = decide(
      changeStore,
      { id: 3, settings: { twoApprovalsAbove: '1' } },
      { reference, store, makers: [] },
    );
    expect(decided.change?.values.figures.twoApprovalsAbove).toBe(100_000_000n);
    expect(decided.audit[0]?.details).toEqual({ twoApprovalsAbove: '100000000' });
    expect(decide(changeStore, { id: 3, settings: {} }, { reference, store: null, makers: [] }).outcome).toBe(
      'not_found',
    );
  });
});

describe('keys of a store', () => {
  const drawn = { key: 'qk_0123456789abcdef', secret: 'a secret' };
  const wish = { storeId: 3, name: '', ...unlimited, hasOwnSecret: false };
  const rows = { store, by: null, validKeys: 1 };
  const row = { storeId: 3, name: 'Web', ...unlimited, hasOwnSecret: false, validUntil: null, revokedAt: null };

  it('are made for operators and the own merchant; the log has their beginning', () => {
    const decided = decide(createApiKey, wish, rows, { drawn, actor: merchant });
    const made = { key: drawn.key, storeId: 3, createdAt: noon, secret: null };
    expect(decided).toMatchObject({ result: { key: drawn.key, secret: null }, change: { made } });
    expect(decided.audit[0]?.details).toEqual({ key: 'qk_01234…' });
    expect(decide(createApiKey, wish, rows, { drawn, actor: stranger }).outcome).toBe('not_found');
    expect(decide(createApiKey, wish, { ...rows, store: null }, { drawn }).outcome).toBe('not_found');
    expect(decide(createApiKey, wish, { ...rows, validKeys: 50 }, { drawn }).outcome).toBe('too_many_keys');
  });

  it('have a secret of their own when they are limited or when it is asked for, and the log does not have it', () => {
    const limits = { scopes: ['payin', 'read'], addresses: ['203.0.113.0/24'] } as const;
    for (const change of [limits, { ...unlimited, hasOwnSecret: true }]) {
      const decided = decide(createApiKey, { ...wish, ...change }, rows, { drawn });
      expect(decided.result).toEqual({ key: drawn.key, secret: 'a secret' });
      expect(decided.change).toMatchObject({ merchantId: 7, operatorAt: noon });
      expect(JSON.stringify(decided.audit)).not.toContain('a secret');
    }
    const limited = decide(createApiKey, { ...wish, name: 'Web', ...limits }, rows, { drawn, actor: merchant });
    const details = { key: 'qk_01234…', name: 'Web', scopes: 'read payin', addresses: '203.0.113.0/24' };
    expect([limited.audit[0]?.details, limited.change?.operatorAt]).toEqual([details, null]);
  });

  it('are changed as far as something is given, while they work', () => {
    const input = { storeId: 3, key: drawn.key };
    const found = { store, by: null, found: { ...row, hasOwnSecret: true } };
    const narrower = decide(changeApiKey, { ...input, scopes: ['read'] }, found);
    expect(narrower.change).toMatchObject({
      after: { name: 'Web', scopes: ['read'], addresses: [] },
      operatorAt: null,
    });
    expect(narrower.audit[0]?.details).toMatchObject({ scopes: 'read', wasWidened: false });
    const limited = {
      store,
      by: null,
      found: { ...found.found, scopes: ['read'] as const, addresses: ['203.0.113.7'] },
    };
    expect(decide(changeApiKey, { ...input, addresses: [] }, limited).change?.operatorAt).toBe(noon);
    expect(decide(changeApiKey, { ...input, name: 'Web' }, found).outcome).toBe('unchanged');
    expect(decide(changeApiKey, { ...input, scopes: [] }, found).outcome).toBe('blank');
    expect(decide(changeApiKey, { ...input, addresses: ['here'] }, found).outcome).toBe('invalid_address_range');
    for (const gone of [null, { ...row, storeId: 4 }, { ...row, revokedAt: 1 }, { ...row, validUntil: noon }]) {
      expect(decide(changeApiKey, { ...input, name: 'x' }, { store, by: null, found: gone }).outcome).toBe('not_found');
    }
    expect(decide(changeApiKey, { ...input, name: 'x' }, found, { actor: stranger }).outcome).toBe('not_found');
  });

  it("are not limited while they sign with the merchant's secret, and are named anew", () => {
    const input = { storeId: 3, key: drawn.key };
    const found = { store, by: null, found: row };
    for (const limits of [{ scopes: ['read'] as const }, { addresses: ['203.0.113.7'] }]) {
      expect(decide(changeApiKey, { ...input, ...limits }, found).outcome).toBe('key_shares_secret');
    }
    expect(decide(changeApiKey, { ...input, ...unlimited, name: 'Till' }, found).outcome).toBe('changed');
  });

  it('are changed as others where an earlier release has limited them so, and get a secret when they are replaced', () => {
    const input = { storeId: 3, key: drawn.key };
    const before = { ...row, scopes: ['read', 'payin'] as const };
    for (const change of [{ scopes: ['read'] as const }, { addresses: ['203.0.113.7'] }, unlimited, { name: 'Till' }]) {
      expect(decide(changeApiKey, { ...input, ...change }, { store, by: null, found: before }).outcome).toBe('changed');
    }
    const replaced = decide(rotateApiKey, { ...input, overlapHours: 2 }, { ...rows, found: before }, { drawn });
    expect(replaced.result?.secret).toBe('a secret');
    expect(replaced.change?.operatorAt).toBe(noon);
  });

  it('are replaced by one that may do the same, and end after the overlap', () => {
    const input = { storeId: 3, key: 'qk_old_old_old', overlapHours: 2 };
    const limited = { ...row, scopes: ['read'] as const, addresses: ['203.0.113.7'], hasOwnSecret: true };
    const decided = decide(rotateApiKey, input, { ...rows, found: limited }, { drawn });
    expect(decided.result).toEqual({ key: drawn.key, secret: 'a secret', oldUntilMs: noon + 7_200_000 });
    expect(decided.change).toMatchObject({ made: { scopes: ['read'], addresses: ['203.0.113.7'] }, old: input.key });
    expect(decide(rotateApiKey, input, { ...rows, found: row }, { drawn }).result?.secret).toBeNull();
    const ending = { ...row, validUntil: noon + 1 };
    expect(decide(rotateApiKey, input, { ...rows, found: ending }, { drawn }).result?.oldUntilMs).toBe(noon + 1);
    expect(decide(rotateApiKey, input, { ...rows, found: { ...row, revokedAt: 1 } }, { drawn }).outcome).toBe(
      'not_found',
    );
    expect(decide(rotateApiKey, input, { ...rows, found: row }, { drawn, actor: stranger }).outcome).toBe('not_found');
  });

  it('are revoked once, and not by another merchant', () => {
    const input = { storeId: 3, key: drawn.key };
    const found = row;
    expect(decide(revokeApiKey, input, { store, found }).outcome).toBe('changed');
    expect(decide(revokeApiKey, input, { store, found: { ...found, revokedAt: noon } }).outcome).toBe('unchanged');
    expect(decide(revokeApiKey, input, { store, found: { ...found, storeId: 4 } }).outcome).toBe('not_found');
    expect(decide(revokeApiKey, input, { store, found: null }).outcome).toBe('not_found');
    expect(decide(revokeApiKey, input, { store, found }, { actor: stranger }).outcome).toBe('not_found');
    expect(decide(revokeApiKey, input, { store, found }, { actor: maker }).outcome).toBe('not_found');
  });
});

describe('rotate-webhook-secret', () => {
  const drawn = { secret: 'a secret' };
  const input = { storeId: 3, overlapHours: 2 };

  it('lets the former one sign as well for the overlap, and does not log the new one', () => {
    const decided = decide(rotateWebhookSecret, input, store, { drawn, actor: merchant });
    expect(decided.result).toEqual({ secret: 'a secret', formerUntilMs: noon + 7_200_000 });
    expect(JSON.stringify(decided.audit)).not.toContain('a secret');
    expect(decide(rotateWebhookSecret, input, store, { drawn, actor: stranger }).outcome).toBe('not_found');
    expect(decide(rotateWebhookSecret, input, null, { drawn }).outcome).toBe('not_found');
  });
});

describe('addresses of a store', () => {
  const address = 'TQCz8uVbYmRkN3cSgqZbTcCGyVkYxyKFvJ';
  const input = { storeId: 3, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', note: 'cold' };

  it('can be used a day after they were added', () => {
    const { result } = decide(addStoreAddress, input, { store, earlier: null });
    expect(result).toMatchObject({ addedAt: noon, usableAt: noon + 86_400_000 });
  });

  it('keep their time when they are added again', () => {
    const earlier = { address: input.address, note: '', addedAt: 1, usableAt: 2 };
    expect(decide(addStoreAddress, input, { store, earlier })).toMatchObject({ outcome: 'unchanged', result: earlier });
  });

  it('have to exist on a network of the store', () => {
    expect(decide(addStoreAddress, { ...input, address }, { store, earlier: null }).outcome).toBe('invalid_address');
    expect(decide(addStoreAddress, input, { store: null, earlier: null }).outcome).toBe('not_found');
  });

  it('are removed where they are', () => {
    const found = { address: input.address, note: '', addedAt: 1, usableAt: 2 };
    expect(decide(removeStoreAddress, input, found).outcome).toBe('changed');
    expect(decide(removeStoreAddress, input, null).outcome).toBe('not_found');
  });
});

describe('change-payment-policy', () => {
  const input = { storeId: 3, policy: { shortUnits: 5, restBy: 'payer' as const } };

  it('changes what is said of the merchant’s own store, within bounds, and logs all of it', () => {
    const decided = decide(changePaymentPolicy, input, store, { actor: merchant });
    const policy = { shortUnits: 5, shortBps: 0, restBy: 'payer', nudgeMinor: 0, excess: 'counts' };
    expect(decided.change).toEqual({ storeId: 3, policy });
    expect(decided.audit).toEqual([{ subjectKind: 'store', subjectId: 3, details: policy }]);
    expect(decide(changePaymentPolicy, input, store, { actor: stranger }).outcome).toBe('not_found');
    expect(decide(changePaymentPolicy, input, null, {}).outcome).toBe('not_found');
    const beyond = { storeId: 3, policy: { shortUnits: 101 } };
    expect(decide(changePaymentPolicy, beyond, store, { actor: merchant }).outcome).toBe('out_of_range');
    expect(decide(changePaymentPolicy, input, store, { actor: maker }).outcome).toBe('not_found');
  });
});
