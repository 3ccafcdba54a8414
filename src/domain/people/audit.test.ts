import { expect, it } from 'vitest';
import {
  authorFor,
  cliActor,
  isOfMerchantsSide,
  isReservedName,
  phoneActor,
  sandboxActor,
  serviceActor,
} from './audit.ts';
import { loginPattern } from './people.ts';

it.each([
  ['boris', 'maker', 'maker', 'boris'],
  ['olga', 'operator', 'operator', 'operator'],
  ['vera', 'merchant', 'vera', 'merchant'],
  ['cli', undefined, 'operator', 'operator'],
  ['phone 7', undefined, 'maker', 'phone 7'],
  ['phone', undefined, 'operator', 'operator'],
  ['payer', undefined, 'payer', 'payer'],
  ['merchant', undefined, 'merchant', 'merchant'],
  ['service', undefined, 'service', 'service'],
  ['sandbox', undefined, 'sandbox', 'sandbox'],
  // Somebody may have such a login from before it was reserved.
  ['payer', 'maker', 'maker', 'payer'],
] as const)('%s of role %s is %s to a merchant and %s to a maker', (name, role, toMerchant, toMaker) => {
  expect([authorFor('merchant', name, role), authorFor('maker', name, role)]).toEqual([toMerchant, toMaker]);
});

it.each([
  ['vera', 'merchant', true],
  ['merchant', undefined, true],
  ['payer', undefined, true],
  ['boris', 'maker', false],
  ['phone 7', undefined, false],
  ['olga', 'operator', false],
  ['cli', undefined, false],
  ['service', undefined, false],
  ['sandbox', undefined, false],
  // A maker's login, from before it was reserved.
  ['merchant', 'maker', false],
] as const)('%s of role %s is of the merchant’s side: %s', (name, role, isOwn) => {
  expect(isOfMerchantsSide(authorFor('merchant', name, role))).toBe(isOwn);
});

const nameless = [
  cliActor.name,
  serviceActor.name,
  sandboxActor.name,
  'payer',
  'system',
  'operator',
  'maker',
  'merchant',
];

it.each(nameless)('nobody new is called %s: the log would take them for somebody else', (login) => {
  expect(isReservedName(login)).toBe(true);
});

it('people may be called anything else, and a phone has a name that no login can be', () => {
  const free = ['anna', 'payers', 'service.desk', 'merchant@shop.example'];
  expect(free.filter(isReservedName)).toEqual([]);
  expect(phoneActor({ id: 7, makerId: 1 }).name).not.toMatch(new RegExp(loginPattern));
});
