import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { TestService } from '../../support/service.ts';
import { refusal } from './support/acts.ts';
import { accountOf, tronAddress, withdraw } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { createdWithdrawalFields, keysOf, sorted, timestamp, usdt, uuid, withdrawalFields } from './support/shapes.ts';

const blank = { code: 'blank', message: 'This value should not be blank.' };

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('interface: Create withdrawal', () => {
  it.each(['accountId', 'amount', 'address', 'code2FA'])('%s is required', async (field) => {
    for (const value of [undefined, null, '']) {
      expect(refusal(await withdraw(service, { [field]: value }))).toEqual({ status: 400, ...blank, field });
    }
  });

  it.each(['accountId', 'amount', 'address', 'code2FA'])('%s is a string', async (field) => {
    const answer = await withdraw(service, { [field]: 123456 });
    expect(refusal(answer)).toMatchObject({ status: 400, message: 'This value should be of type string', field });
  });

  it('an empty object lacks four parameters', async () => {
    const { body } = await service.shop.post('/api/merchant/withdrawals', {});
    const fields = body.map(({ field }: { field: string }) => field);
    expect(sorted(fields)).toEqual(['accountId', 'address', 'amount', 'code2FA']);
  });

  it.each(['true', 1])('substractFeeFromAmount: %j is no boolean', async (substractFeeFromAmount) => {
    expect(refusal(await withdraw(service, { substractFeeFromAmount }))).toEqual({
      status: 400,
      code: 'wrong_type',
      message: 'This value should be of type boolean',
      field: 'substractFeeFromAmount',
    });
  });

  it('subtractFeeFromAmount, spelled right, is an unknown parameter', async () => {
    const { body } = await withdraw(service, { amount: '10', subtractFeeFromAmount: true });
    expect(body.sum).toEqual(usdt('10.00000000'));
  });

  it('contract 3: an unknown account is 404', async () => {
    for (const accountId of ['00000000-0000-7000-8000-000000000000', 'no-uuid']) {
      expect(refusal(await withdraw(service, { accountId }))).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});

describe('interface: WithdrawalDTO', () => {
  it('has exactly the fields of the table, status and accountId included, in the create response', async () => {
    expect(keysOf((await withdraw(service)).body)).toEqual(sorted(createdWithdrawalFields));
  });

  it('has neither status nor accountId in the get-by-ID response, and otherwise the same', async () => {
    const { status: _s, accountId: _a, ...created } = (await withdraw(service)).body;
    const { body } = await service.shop.get(`/api/merchant/withdrawals/${created.id}`);
    expect(keysOf(body)).toEqual(sorted(withdrawalFields));
    expect(body).toEqual(created);
  });

  it('WithdrawalDTO.id is a UUID; createdAt and updatedAt are timestamps', async () => {
    const { body } = await withdraw(service);
    expect(body.id).toMatch(uuid);
    expect([body.createdAt, body.updatedAt]).toEqual([
      expect.stringMatching(timestamp),
      expect.stringMatching(timestamp),
    ]);
  });

  it('WithdrawalDTO.sum and fee are MoneyDTOs; address is as sent; txId is null until sent', async () => {
    const { body } = await withdraw(service, { amount: '12.5' });
    expect(body).toMatchObject({
      sum: usdt('12.50000000'),
      fee: usdt('2.00000000'),
      address: tronAddress,
      txId: null,
    });
  });

  it('WithdrawalDTO.status is the integer 2 right after creation; accountId is the source', async () => {
    const { id } = await accountOf(service.shop);
    expect((await withdraw(service)).body).toMatchObject({ status: 2, accountId: id });
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('an unknown ID is 404: %s', async (id) => {
    expect(refusal(await service.shop.get(`/api/merchant/withdrawals/${id}`))).toEqual({
      status: 404,
      code: 'not_found',
      message: 'Not found',
    });
  });
});

describe('contract 6: Withdrawals', () => {
  it('status 2: the funds are frozen', async () => {
    const before = await accountOf(service.shop);
    await withdraw(service, { amount: '10' });
    const after = await accountOf(service.shop);
    expect(difference(after.frozenSum, before.frozenSum)).toBe(1_200_000_000n);
    expect(difference(after.sum, before.sum)).toBe(-1_200_000_000n);
  });

  it.each([undefined, false])(
    'the account pays amount + fee and the address gets amount without substractFeeFromAmount (%s)',
    async (substractFeeFromAmount) => {
      const before = await accountOf(service.shop);
      const { body } = await withdraw(service, { amount: '25', substractFeeFromAmount });
      expect([body.sum, body.fee]).toEqual([usdt('25.00000000'), usdt('2.00000000')]);
      expect(difference((await accountOf(service.shop)).sum, before.sum)).toBe(-2_700_000_000n);
    },
  );

  it('the account pays amount and the address gets amount − fee with substractFeeFromAmount', async () => {
    const before = await accountOf(service.shop);
    const { body } = await withdraw(service, { amount: '25', substractFeeFromAmount: true });
    expect([body.sum, body.fee]).toEqual([usdt('23.00000000'), usdt('2.00000000')]);
    expect(difference((await accountOf(service.shop)).sum, before.sum)).toBe(-2_500_000_000n);
  });

  it.each(['2', '1.99999999'])('a fee that would eat the whole amount of %s is refused', async (amount) => {
    const answer = await withdraw(service, { amount, substractFeeFromAmount: true });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'amount_below_fee', field: 'amount' });
  });

  it('the smallest amount above the fee gets through', async () => {
    const { body } = await withdraw(service, { amount: '2.00000001', substractFeeFromAmount: true });
    expect(body.sum).toEqual(usdt('0.00000001'));
  });

  it('more than the account has is refused: Insufficient funds', async () => {
    const before = await accountOf(service.shop);
    const answer = await withdraw(service, { amount: before.sum.amount });
    expect(refusal(answer)).toEqual({ status: 400, code: 'insufficient_funds', message: 'Insufficient funds' });
    expect(await accountOf(service.shop)).toEqual(before);
  });

  it('exactly what the account has is fine', async () => {
    const { body: payout } = await service.shop.createPayout({ amount: '900000' });
    const { sum } = await accountOf(service.shop);
    const { status } = await withdraw(service, { amount: sum.amount, substractFeeFromAmount: true });
    expect(status).toBe(200);
    expect((await accountOf(service.shop)).sum).toEqual(usdt('0.00000000'));
    await service.shop.cancel(payout.id);
  });

  it.each([
    ['one character less', tronAddress.slice(0, -1)],
    ['one character more', `${tronAddress}1`],
    ['one character exchanged', tronAddress.replace('q', 'p')],
    ['two characters swapped', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt'],
    ['a character that base58 lacks', tronAddress.replace('T', '0')],
    ['a blank', ` ${tronAddress}`],
    ['an address of another network', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['a Bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['no address', 'my wallet'],
  ])('the address must be well formed for TRC-20, the default: %s', async (_, address) => {
    const answer = await withdraw(service, { address });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_address', field: 'address' });
  });

  it("the network is the account's", async () => {
    const setNetwork = (network: string) =>
      service.db.pool.query('update store_accounts set network = $1 where store_id = 1', [network]);
    await setNetwork('ERC20');
    const [tron, ethereum] = [
      await withdraw(service, { amount: '1' }),
      await withdraw(service, { amount: '1', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }),
    ];
    await setNetwork('TRC20');
    expect([tron.status, ethereum.status]).toEqual([400, 200]);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

function difference(after: { amount: string }, before: { amount: string }): bigint {
  const minor = ({ amount }: { amount: string }) => BigInt(amount.replace('.', ''));
  return minor(after) - minor(before);
}
