import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../src/commands/arrivals/resolve-arrival.ts';
import { decideDispute } from '../../src/commands/disputes/decide-dispute.ts';
import { expireInvoice } from '../../src/commands/invoices/expire-invoice.ts';
import { askRefund } from '../../src/commands/refunds/ask-refund.ts';
import type { Actor } from '../../src/domain/people/audit.ts';
import { createIdSource } from '../../src/engine/id-source.ts';
import { expectLawsHold } from '../support/database.ts';
import { byService } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { transfersOf } from './support/books.ts';

/** What a store's policy makes of other sums than were asked for, at the level of commands. */
let service: TestService;
let roubles = 4_000;
const newId = createIdSource();

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

interface Started {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly requisiteId: number;
  readonly makerId: number;
  readonly asked: number;
}

async function policy(change: { units?: number; bps?: number; rest?: 'operator' | 'payer' }): Promise<void> {
  const { units = 0, bps = 0, rest = 'operator' } = change;
  await service.db.pool.query('update stores set short_units = $1, short_bps = $2, rest_by = $3 where id = 1', [
    units,
    bps,
    rest,
  ]);
}

async function startedDeal(): Promise<Started> {
  roubles += 10;
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${roubles}.00` });
  return { invoiceId: body.id, dealId: body.deals[0].id, ...(await whereOf(body.deals[0].id)), asked: roubles };
}

async function whereOf(dealId: string): Promise<Pick<Started, 'requisiteId' | 'makerId'>> {
  const { rows } = await service.db.pool.query('select requisite_id, maker_id from deals where id = $1', [dealId]);
  return { requisiteId: rows[0].requisite_id, makerId: rows[0].maker_id };
}

const arrive = (
  requisiteId: number,
  sum: number,
  actor: Actor = byService.actor,
  message?: Parameters<typeof recordArrival>[0]['message'],
) =>
  service.engine.submit(
    recordArrival({
      actor,
      reason: 'a test',
      id: newId(),
      requisiteId,
      amount: `${sum}.00`,
      arrivedAt: service.now(),
      reference: newId(),
      ...(message === undefined ? {} : { message }),
    }),
  );

const accept = (invoiceId: string, amount: string | null) =>
  service.engine.submit(
    decideDispute({
      ...byService,
      decisionId: newId(),
      invoiceId,
      seenStoreId: 1,
      nextDealId: newId(),
      decision: { kind: 'accept', amount, next: null },
    }),
  );
const read = async (id: string) => (await service.shop.get(`/api/merchant/invoices/${id}`)).body;
const startRest = (id: string) => service.shop.post(`/api/merchant/invoices/${id}/start-deal`, {});
const told = async (id: string) => {
  const { body } = await service.shop.get('/api/merchant/notifications?limit=100');
  return body.filter((one: { invoice: { id: string } }) => one.invoice.id === id).at(-1);
};

it('pays a payin by itself when no more is missing than the store tolerates, with what came and no more', async () => {
  await policy({ units: 5 });
  const deal = await startedDeal();
  const arrival = await arrive(deal.requisiteId, deal.asked - 5);
  expect(arrival).toMatchObject({ status: 'matched', exception: 'short', dealId: deal.dealId });
  const invoice = await read(deal.invoiceId);
  expect(invoice).toMatchObject({ status: 'paid', sum: { amount: `${deal.asked - 5}.00` } });
  expect(await transfersOf(service.db.pool, deal.dealId)).toEqual({
    payin_hold: 1,
    payin_reduce: 1,
    payin_settle: 1,
    payin_fee: 1,
  });
  expect(await told(deal.invoiceId)).toMatchObject({
    askedSum: { amount: `${deal.asked}.00` },
    isSumChanged: true,
    reason: 'short',
    invoice: { status: 'paid', sum: { amount: `${deal.asked - 5}.00` } },
  });
  const beyond = await startedDeal();
  expect(await arrive(beyond.requisiteId, beyond.asked - 6)).toMatchObject({ status: 'held', exception: 'short' });
});

it('does not believe a maker who says that a little less came', async () => {
  await policy({ units: 100, bps: 500, rest: 'payer' });
  const deal = await startedDeal();
  const maker: Actor = { userId: 1, name: 'mark', role: 'maker', makerId: deal.makerId, merchantId: null };
  const arrival = await arrive(deal.requisiteId, deal.asked - 1, maker);
  expect(arrival).toMatchObject({ status: 'held', exception: 'short', dealId: deal.dealId });
  expect(await read(deal.invoiceId)).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
});

it('believes no phone of another sum, and an operator who matches it in one step as the store allows', async () => {
  const followsOn = { isChainBroken: false, isUnchecked: false };
  await policy({ units: 100, bps: 500, rest: 'payer' });
  await service.db.pool.query('update makers set auto_on = true');
  const deal = await startedDeal();
  const maker: Actor = { userId: null, name: 'phone', role: 'maker', makerId: deal.makerId, merchantId: null };
  const little = await arrive(deal.requisiteId, deal.asked - 1, maker, followsOn);
  expect(little).toMatchObject({ status: 'held', exception: 'short', dealId: deal.dealId });
  const other = await startedDeal();
  const part = await arrive(other.requisiteId, other.asked - 1_000, { ...maker, makerId: other.makerId }, followsOn);
  expect(part).toMatchObject({ status: 'held', exception: 'short', dealId: other.dealId });
  for (const [{ dealId, invoiceId }, { id: arrivalId }] of [
    [deal, little],
    [other, part],
  ] as const) {
    const answer = { kind: 'match', dealId, invoiceId, storeId: 1 } as const;
    await service.engine.submit(resolveArrival({ ...byService, arrivalId, answer }));
  }
  expect(await read(deal.invoiceId)).toMatchObject({ status: 'paid', sum: { amount: `${deal.asked - 1}.00` } });
  expect(await read(other.invoiceId)).toMatchObject({ status: 'new', deals: [{ status: 'completed' }] });
});

it('counts a part, keeps the invoice open for the rest alone, and is paid when the rest comes', async () => {
  await policy({ rest: 'payer' });
  const deal = await startedDeal();
  const came = deal.asked - 300;
  expect(await arrive(deal.requisiteId, came)).toMatchObject({ status: 'matched', exception: 'short' });
  expect(await read(deal.invoiceId)).toMatchObject({
    status: 'new',
    sum: { amount: `${deal.asked}.00` },
    receivedSumFromTaker: null,
    deals: [{ id: deal.dealId, status: 'completed', payment: { takerSum: { amount: `${came}.00` } } }],
  });
  const canceled = await service.shop.post(`/api/merchant/invoices/${deal.invoiceId}/cancel`);
  expect(canceled).toMatchObject({ status: 400, body: [{ code: 'part_paid' }] });
  const ways = await service.shop.get(`/api/merchant/invoices/${deal.invoiceId}/available-payment-variants`);
  expect(ways.body.length).toBeGreaterThan(0);
  const { body } = await startRest(deal.invoiceId);
  const [rest, part] = body.deals;
  expect(rest).toMatchObject({ status: 'transfer_waiting', isActive: true });
  expect(part).toMatchObject({ id: deal.dealId, status: 'completed' });
  const { requisiteId } = await whereOf(rest.id);
  expect(await arrive(requisiteId, 300)).toMatchObject({ status: 'matched', exception: null, dealId: rest.id });
  const paid = await read(deal.invoiceId);
  expect(paid).toMatchObject({ status: 'paid', receivedSumFromTaker: { amount: `${deal.asked}.00` } });
  expect(await told(deal.invoiceId)).toMatchObject({
    isSumChanged: false,
    reason: null,
    invoice: { deal: { id: rest.id } },
  });
  await expectLawsHold(service.db.pool);
});

it('takes no claim of a payer over a part that came, and does not pay the invoice with it when a shop disputes it', async () => {
  await policy({ rest: 'payer' });
  const deal = await startedDeal();
  const came = deal.asked - 300;
  await arrive(deal.requisiteId, came);
  const claim = (dealId: string | null, text: string) => {
    const form = new FormData();
    if (dealId !== null) form.set('dealId', dealId);
    form.set('attachment', new Blob([text]), 'any.txt');
    const url = `${service.url}/api/public/invoices/${deal.invoiceId}/dispute`;
    return fetch(url, { method: 'POST', body: form }).then(async (answer) => await answer.json());
  };
  expect(await claim(null, 'any file')).toMatchObject([{ code: 'dispute_without_deal' }]);
  expect(await claim(deal.dealId, 'any file')).toMatchObject([{ code: 'deal_settled' }]);
  await service.shop.dispute(deal.invoiceId, { disputeReason: 'has_payment' });
  await accept(deal.invoiceId, null);
  expect(await read(deal.invoiceId)).toMatchObject({
    status: 'new',
    receivedSumFromTaker: null,
    deals: [{ id: deal.dealId, status: 'completed', payment: { takerSum: { amount: `${came}.00` } } }],
  });
  await expectLawsHold(service.db.pool);
  // The requisites for the rest end unused: of these a payer may claim that they were paid.
  const rest = (await startRest(deal.invoiceId)).body.deals[0];
  service.advance(15 * 60_000);
  expect(await claim(null, 'the rest')).toMatchObject({ status: 'dispute' });
  const { rows } = await service.db.pool.query(`select id from deals where invoice_id = $1 and status = 'dispute'`, [
    deal.invoiceId,
  ]);
  expect(rows).toEqual([{ id: rest.id }]);
  await accept(deal.invoiceId, null);
  expect(await read(deal.invoiceId)).toMatchObject({
    status: 'paid',
    receivedSumFromTaker: { amount: `${deal.asked}.00` },
  });
  await expectLawsHold(service.db.pool);
});

it('starts one deal for the rest of fifty times, and takes the rest once of fifty transfers', async () => {
  await policy({ rest: 'payer' });
  const deal = await startedDeal();
  const parts = await Promise.all(Array.from({ length: 50 }, () => arrive(deal.requisiteId, deal.asked - 200)));
  expect(parts.filter(({ status }) => status === 'matched')).toHaveLength(1);
  const starts = await Promise.all(Array.from({ length: 50 }, () => startRest(deal.invoiceId)));
  const ids = new Set(starts.map(({ body }) => body.deals[0].id));
  expect(ids.size).toBe(1);
  const [restId = ''] = ids;
  const { requisiteId } = await whereOf(restId);
  const rests = await Promise.all(Array.from({ length: 50 }, () => arrive(requisiteId, 200)));
  expect(rests.filter(({ status }) => status === 'matched')).toHaveLength(1);
  expect(rests.filter(({ exception }) => exception === 'twice')).toHaveLength(49);
  expect(await read(deal.invoiceId)).toMatchObject({
    status: 'paid',
    receivedSumFromTaker: { amount: `${deal.asked}.00` },
  });
});

it('lets an operator count a held sum as a part, and refuses the whole sum as one', async () => {
  await policy({});
  const deal = await startedDeal();
  const held = await arrive(deal.requisiteId, 50);
  expect(held).toMatchObject({ status: 'held', exception: 'short' });
  const answer = { kind: 'match', dealId: deal.dealId, invoiceId: deal.invoiceId, storeId: 1, isPart: true } as const;
  await service.engine.submit(resolveArrival({ ...byService, arrivalId: held.id, answer }));
  const { body } = await startRest(deal.invoiceId);
  const rest = body.deals[0];
  const { requisiteId } = await whereOf(rest.id);
  const over = await arrive(requisiteId, deal.asked);
  const whole = { ...answer, dealId: rest.id };
  await expect(
    service.engine.submit(resolveArrival({ ...byService, arrivalId: over.id, answer: whole })),
  ).rejects.toMatchObject({ code: 'not_a_part' });
});

it('expires when the rest does not come: the merchant is told, and can refund what came', async () => {
  await policy({ rest: 'payer' });
  const deal = await startedDeal();
  const came = deal.asked - 1_000;
  await arrive(deal.requisiteId, came);
  await service.db.pool.query("update invoices set expire_at = now() - interval '1 minute' where id = $1", [
    deal.invoiceId,
  ]);
  await service.engine.submit(expireInvoice({ invoiceId: deal.invoiceId, storeId: 1 }));
  expect(await told(deal.invoiceId)).toMatchObject({ reason: 'short', invoice: { status: 'expired' } });
  const ask = (amount: string | null) =>
    service.engine.submit(
      askRefund({ id: newId(), invoiceId: deal.invoiceId, storeId: 1, amount, reason: 'the rest never came' }),
    );
  await expect(ask(`${came + 1}.00`)).rejects.toMatchObject({ code: 'refund_too_much' });
  expect(await ask(null)).toMatchObject({ sum: BigInt(came) * 100n });
});
