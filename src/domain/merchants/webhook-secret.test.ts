import { expect, it } from 'vitest';
import { catalogueOf, noon } from '../../../test/engine/support/small-world.ts';
import { type WebhookSecret, webhookSecretsOf } from './webhook-secret.ts';

const merchant = { id: 1, name: '', totpSeed: null, accessChangedAt: null };
const secrets = [
  { value: 'merchant', validUntil: null },
  { value: 'old merchant', validUntil: noon + 5 },
];
const signing = (own: WebhookSecret | null, now = noon) =>
  webhookSecretsOf(
    catalogueOf([], {
      merchants: new Map([[1, { ...merchant, secrets }]]),
      webhookSecrets: own === null ? new Map() : new Map([[1, own]]),
    }),
    1,
    now,
  );

it("notifications are signed with the merchant's secrets until the store has one of its own", () => {
  expect(signing(null)).toEqual(['merchant', 'old merchant']);
  expect(signing({ secret: 'own', former: null, formerUntil: null })).toEqual(['own']);
});

it('both sign for the overlap: the former one of the store, or the merchant’s where it is the first', () => {
  const first = { secret: 'own', former: null, formerUntil: noon + 10 };
  expect(signing(first)).toEqual(['own', 'merchant', 'old merchant']);
  expect(signing(first, noon + 10)).toEqual(['own']);
  expect(signing({ ...first, former: 'before' })).toEqual(['own', 'before']);
  expect(signing({ ...first, former: 'before' }, noon + 10)).toEqual(['own']);
});
