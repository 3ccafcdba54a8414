import { type FilledService, Shop, SignedInOperator } from './console-world.ts';

/** What a maker's and a merchant's pages need beside the operator's story: days of sales, and a maker with work to do. */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const banks = ['sberbank', 'sberbank', 'tinkoff', 'sberbank', 'alfabank', 'tinkoff', 'vtb', 'raiffeisenbank'];
/** Hours of the day at which people pay, and how many of them. */
const busy: Readonly<Record<number, number>> = { 9: 1, 11: 2, 13: 3, 16: 1, 19: 4, 21: 2 };

/** Some days of a shop, before the operator's story begins. The clock only goes forward. */
export async function fillPastDays(service: FilledService, days: number): Promise<void> {
  const shop = new Shop(service.url, 'demo-store-key');
  for (let day = 0; day < days; day++) {
    // A session lasts half a day.
    const operator = await SignedInOperator.open(service.url);
    await fillDay(service, { shop, operator }, day);
  }
}

async function fillDay(
  service: FilledService,
  { shop, operator }: { readonly shop: Shop; readonly operator: SignedInOperator },
  day: number,
): Promise<void> {
  for (const [hour, payins] of Object.entries(busy)) {
    for (let index = 0; index < payins + (day % 3 === 2 ? 1 : 0); index++) {
      // No two alike: the same internal ID and sum within a day would be the same invoice.
      const seed = day * 211 + Number(hour) * 7 + index;
      const { deals } = await shop.payin({
        internalId: `W-${1000 + seed}`,
        amount: `${1200 + ((seed * 977) % 8800)}.00`,
        paymentMethod: banks[seed % banks.length],
        startDeal: true,
      });
      if (seed % 4 !== 3) await operator.post(`/deals/${deals[0].id}/settle`, { reason: 'Seen in the bank' });
      service.advance(5 * minuteMs);
    }
    service.advance(2 * hourMs);
  }
  service.advance(7 * hourMs);
}

/** Deals that run at maker 1: one that waits, two whose payers say they paid, one in dispute; and payouts to take. */
export async function fillMakersWork(service: FilledService, receipt: Uint8Array): Promise<void> {
  // The other store's, so that failed attempts do not spoil the first one's figures.
  const shop = new Shop(service.url, 'demo-store-key-2');
  const operator = await SignedInOperator.open(service.url);
  const own = [];
  for (const amount of ['4200.00', '7350.00', '1890.00', '12500.00', '3300.00']) {
    own.push(await payinOfMaker1(service, shop, operator, amount));
  }
  const [, confirmed, confirmedToo, disputed] = own;
  for (const id of [confirmed, confirmedToo]) {
    await shop.upload(`/invoices/${id}/confirm-transfer`, receipt);
    service.advance(20_000);
  }
  await shop.upload(`/invoices/${disputed}/dispute`, receipt, { disputeReason: 'has_payment' });
  for (const [index, amount] of ['6400.00', '15800.00', '2750.00'].entries()) {
    await new Shop(service.url, 'demo-store-key').payout({ internalId: `P-${400 + index}`, amount });
    service.advance(minuteMs);
  }
}

/** Deals go round the makers: a few tries find the first. */
async function payinOfMaker1(
  service: FilledService,
  shop: Shop,
  operator: SignedInOperator,
  amount: string,
): Promise<string> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { id, deals } = await shop.payin({ internalId: `M-${amount}-${attempt}`, amount, startDeal: true });
    const deal = deals.length === 0 ? null : await operator.get(`/deals/${deals[0].id}`);
    if (deal?.makerId === 1) {
      service.advance(20_000);
      return id;
    }
    await shop.post(`/invoices/${id}/cancel`);
  }
  throw new Error('maker 1 gets no deals');
}
