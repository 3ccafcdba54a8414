import { expect, it } from 'vitest';
import { authorForMerchant } from './audit.ts';

it.each([
  ['boris', 'maker', 'maker'],
  ['olga', 'operator', 'operator'],
  ['vera', 'merchant', 'vera'],
  ['cli', undefined, 'operator'],
  ['phone', undefined, 'operator'],
  ['payer', undefined, 'payer'],
  ['merchant', undefined, 'merchant'],
  ['service', undefined, 'service'],
  ['sandbox', undefined, 'sandbox'],
  // Somebody may have such a login.
  ['payer', 'maker', 'maker'],
] as const)('%s of role %s is %s to a merchant', (name, role, shown) => {
  expect(authorForMerchant(name, role)).toBe(shown);
});
