import { expect, it } from 'vitest';
import { merchantEndpoints } from '../../src/api/merchant/endpoints.ts';
import { readText } from './repository.ts';

/** Said once more, by hand: a new operation must be given the keys that may call it. */
const scopes: Readonly<Record<string, string>> = {
  createInvoice: 'type of body',
  startDeal: 'payin',
  cancelInvoice: 'type of invoice',
  confirmTransfer: 'payin',
  openDispute: 'type of invoice',
  proveAccount: 'read',
  createRefund: 'payout',
  getRefund: 'read',
  getInvoice: 'read',
  getInvoiceByInternalId: 'read',
  availablePaymentVariants: 'read',
  createWithdrawal: 'withdraw',
  getWithdrawal: 'read',
  listAccounts: 'read',
  listPaymentOptions: 'read',
  listPaymentMethods: 'read',
  currentRates: 'read',
  readNotificationFeed: 'read',
  getNotification: 'read',
  resendNotification: 'read',
  resendFailedNotifications: 'read',
  tryNotification: 'read',
};

it('every operation of the merchant interface says which scope of a key it needs', () => {
  const said = Object.fromEntries(merchantEndpoints.map(({ operationId, scope }) => [operationId, scope]));
  expect(said).toEqual(scopes);
});

it('an operation that a key with the scope read may call changes nothing on invoices or accounts', () => {
  const acting = merchantEndpoints.filter(({ method, scope }) => method === 'POST' && scope === 'read');
  expect(acting.map(({ operationId }) => operationId).sort()).toEqual([
    'resendFailedNotifications',
    'resendNotification',
    'tryNotification',
  ]);
  expect(readText('src/api/merchant/notifications.ts').match(/return harmlessAct\(/g)).toHaveLength(acting.length);
});

it('the scopes and addresses of a key are looked at in one place', () => {
  const gate = 'src/api/merchant/key-gate.ts';
  expect(readText(gate)).toMatch(/requireKeyAddress\([\s\S]*requireOneScope\(/);
  expect(readText('src/api/merchant/register.ts')).toMatch(/authenticate\([\s\S]*admitKey\([\s\S]*admitKeyToInvoice\(/);
});
