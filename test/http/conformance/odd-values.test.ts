import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { payin, payout } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { payinWithDeal, refusal } from './support/acts.ts';
import { accountOf, freshCode, tronAddress } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

const oddValues: readonly unknown[] = [
  0,
  -1,
  1e300,
  true,
  [],
  [null],
  {},
  { toString: 'x' },
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  "'; drop table invoices; --",
  '__proto__',
  'x'.repeat(20_000),
  '9'.repeat(20),
  '{}',
];

/** What nobody should send, and somebody will: each is answered with 200 or a refusal of the table, never with 500. */
describe('contract 3: odd values are refused in the form of the table', () => {
  it.each(['in', 'out'])('refuses odd values in every parameter of create, type %s', async (type) => {
    const base = type === 'in' ? payin : payout;
    const fields = [
      ...Object.keys(payout),
      'internalId',
      'userId',
      'startDeal',
      'successUrl',
      'cancelUrl',
      'paymentRequisites',
      '__proto__',
    ];
    await sendAll(fields, (field, value) => [
      '/api/merchant/invoices',
      { ...base, ...Object.fromEntries([[field, value]]) },
    ]);
  });

  it.each(['requisites', 'holder'])('refuses odd values in %s of a payout', async (field) => {
    await sendAll([field], (_, value) => [
      '/api/merchant/invoices',
      { ...payout, paymentRequisites: { requisites: '2200000000000004', [field]: value } },
    ]);
  });

  it('refuses odd values in every parameter of start-deal', async () => {
    const { body } = await service.shop.createPayin();
    const path = `/api/merchant/invoices/${body.id}/start-deal`;
    await sendAll(['paymentOption', 'paymentMethod'], (field, value) => [path, { [field]: value }]);
  });

  it('refuses odd values in every parameter of a withdrawal', async () => {
    const { id } = await accountOf(service.shop);
    const base = { accountId: id, amount: '0.00000001', address: tronAddress, code2FA: freshCode(service) };
    await sendAll([...Object.keys(base), 'substractFeeFromAmount'], (field, value) => [
      '/api/merchant/withdrawals',
      { ...base, [field]: value },
    ]);
  });

  it('refuses odd values in every field of a dispute', async () => {
    const { id } = await payinWithDeal(service);
    for (const field of ['dealId', 'disputeReason', 'disputeReasonData[amount]']) {
      for (const value of oddValues.filter((one) => typeof one === 'string')) {
        const fields = { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '', [field]: value };
        const { status } = await service.shop.dispute(id, fields);
        expect([200, 400, 404], `${field}: ${JSON.stringify(value).slice(0, 40)}`).toContain(status);
      }
    }
  });

  it.each(['internalId', 'userId', 'notificationToken'])(
    '%s: NUL cannot be stored, so it is refused',
    async (field) => {
      expect(refusal(await service.shop.createPayin({ [field]: 'a\u0000b' }))).toMatchObject({
        status: 400,
        code: 'invalid_characters',
        field,
      });
    },
  );
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

/** All values of a field at once: the engine stores them in a batch, where one must not spoil the others. */
async function sendAll(
  fields: readonly string[],
  request: (field: string, value: unknown) => [string, object],
): Promise<void> {
  for (const field of fields) {
    const answers = oddValues.map(async (value) => {
      const answer = await service.shop.post(...request(field, value));
      expect([200, 400, 404], `${field}: ${JSON.stringify(value).slice(0, 40)}`).toContain(answer.status);
      if (answer.status !== 200) expect(answer.body[0].message).toEqual(expect.any(String));
    });
    await Promise.all(answers);
  }
}
