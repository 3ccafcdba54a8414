import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepDisputeClocks } from '../../src/workers/disputes/dispute-clocks.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Answer, MerchantClient } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { PublicClient } from '../support/public-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSettings } from '../support/settings.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * Five unfounded claims stop a maker for all shops. As it was run: with a merchant's key, and by a stranger with payment links and
 * junk pictures.
 */
let service: TestService;
let operator: OperatorClient;
let stranger: PublicClient;
let roubles = 5_000;
const reason = 'nothing of the kind';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  stranger = new PublicClient(service.url);
  // One maker has all the deals.
  for (const { id } of good(await operator.get('/makers?limit=200')).items) {
    if (id !== 1) good(await operator.patch(`/makers/${id}`, { isStopped: true, reason }));
  }
  // Claims are looked at here before anybody is late with an answer.
  good(await operator.patch('/dispute-rules', { remindMinutes: 0, answerMinutes: 0, openMax: 5, reason }));
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const codeOf = ({ body }: Answer) => body[0]?.code;
const payin = async (shop: MerchantClient, change: object = {}): Promise<string> => {
  roubles += 1;
  const { id, deals } = good(await shop.createPayin({ startDeal: true, amount: `${roubles}.00`, ...change }));
  expect(deals).toHaveLength(1);
  return id;
};
const claimed = async (shop: MerchantClient): Promise<string> => {
  const id = await payin(shop);
  good(await shop.dispute(id, { disputeReason: 'has_payment' }));
  return id;
};
/** The requisites have ended; a payer says to have paid. */
const junkClaim = async (userId: string): Promise<Answer> => {
  const id = await payin(service.shop, { userId });
  good(await service.shop.cancel(id));
  return await stranger.dispute(id);
};

async function blockOf(makerId: number): Promise<string | null> {
  await keepDisputeClocks({
    pool: service.db.pool,
    settings: testSettings(service.db.pool),
    clock: service.now,
    called: () => undefined,
    stopped: () => undefined,
    failed: (error: unknown) => expect.unreachable(String(error)),
  });
  const { rows } = await service.db.pool.query('select dispute_block from makers where id = $1', [makerId]);
  return rows[0].dispute_block;
}

async function reject(ids: readonly string[]): Promise<void> {
  for (const id of ids) good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
}

it('five claims of one merchant’s key stop no maker; with another store’s, who has a say of their own, they do', async () => {
  const own: string[] = [];
  for (let count = 0; count < 6; count++) own.push(await claimed(service.shop));
  expect(await blockOf(1)).toBeNull();
  const others = [await claimed(service.otherShop), await claimed(service.otherShop)];
  expect(await blockOf(1)).toBe('too_many');
  // Rejected, they weigh less from then on: three that were wrong leave nothing of the store's share.
  await reject(own);
  expect(await blockOf(1)).toBeNull();
  const again = [await claimed(service.shop), await claimed(service.shop), await claimed(service.shop)];
  const more = [await claimed(service.otherShop), await claimed(service.otherShop)];
  expect(await blockOf(1)).toBeNull();
  await reject([...again, ...others, ...more]);
});

it('claims of a stranger with payment links stop no maker, and are few at a time, fifty at once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) {
    const id = await payin(service.shop, { userId: 'stranger' });
    good(await service.shop.cancel(id));
    ids.push(id);
  }
  const answers = await Promise.all(ids.map((id) => stranger.dispute(id)));
  const open = ids.filter((_id, index) => answers[index]?.status === 200);
  expect(open).toHaveLength(good(await operator.get('/dispute-rules')).payerClaimsMax);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
    new Set(['claims_of_payer_full']),
  );
  for (let count = 0; count < 3; count++) good(await junkClaim(`another ${count}`));
  expect(await blockOf(1)).toBeNull();
  // Who was wrong may have fewer open at a time.
  await reject(open);
  good(await junkClaim('stranger'));
  expect(codeOf(await junkClaim('stranger'))).toBe('claims_of_payer_full');
  good(await operator.patch('/dispute-rules', { payerClaimsMax: 9, reason }));
  good(await junkClaim('stranger'));
});

it('a store may have so many open itself', async () => {
  good(await operator.patch('/dispute-rules', { storeClaimsMax: 2, reason }));
  good(await operator.patch('/dispute-rules', { storeClaimsMax: 2, reason }));
  const open = [await claimed(service.otherShop)];
  const refused = await service.otherShop.dispute(await payin(service.otherShop), { disputeReason: 'has_payment' });
  expect(codeOf(refused)).toBe('claims_of_store_full');
  await reject(open);
});
