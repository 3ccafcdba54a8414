import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { type Body, pngReceipt } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import {
  dealStatuses,
  freshAmount,
  hourMs,
  minuteMs,
  notificationsOf,
  payinWithDeal,
  refusal,
  settle,
} from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';
import { dealFields, invoiceFields, keysOf, sorted } from './support/shapes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('contract 8: POST /api/merchant/invoices/{id}/dispute', () => {
  it('answers with InvoiceDTO, in its full shape', async () => {
    const { id } = await payinWithDeal(service);
    const { status, body } = await service.shop.dispute(id, { dealId: id, disputeReason: 'no_payment' });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(sorted(invoiceFields));
    expect(keysOf(body.deals[0])).toEqual(sorted(dealFields));
  });

  it('path ID: the invoice', async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.dispute(id, { disputeReason: 'no_payment' });
    expect([body.id, body.deals[0].id]).toEqual([id, id]);
  });

  it('path ID: one of its deals', async () => {
    const { id, deal } = await payinWithSecondDeal();
    const { status, body } = await service.shop.dispute(deal.id, { disputeReason: 'no_payment' });
    expect({ status, id: body.id, deal: body.deals[0].id }).toEqual({ status: 200, id, deal: deal.id });
  });

  it('dealId names the deal', async () => {
    const { id, deal } = await payinWithSecondDeal();
    const { body } = await service.shop.dispute(id, { dealId: deal.id, disputeReason: 'no_payment' });
    expect(body.deals).toEqual([expect.objectContaining({ id: deal.id, status: 'dispute' })]);
  });

  it('dealId names a deal that is history', async () => {
    const { id } = await payinWithSecondDeal();
    service.advance(15 * minuteMs);
    const { body } = await service.shop.dispute(id, { dealId: id, disputeReason: 'has_payment' });
    expect(body.deals).toEqual([expect.objectContaining({ id, status: 'dispute' })]);
    expect(await dealStatuses(service, id)).toEqual(['dispute', 'expired']);
  });

  it('an old deal cannot be disputed while another one runs', async () => {
    const { id } = await payinWithSecondDeal();
    const answer = await service.shop.dispute(id, { dealId: id, disputeReason: 'has_payment' });
    expect(refusal(answer)).toMatchObject({ status: 400, field: 'dealId' });
  });

  it('an old deal cannot be disputed when another one has paid the invoice: it would be paid twice', async () => {
    const { id, deal } = await payinWithSecondDeal();
    await settle(service, (await service.shop.read(id)).body);
    const answer = await service.shop.dispute(id, { dealId: id, disputeReason: 'has_payment' });
    expect(refusal(answer)).toMatchObject({ status: 400, field: 'dealId' });
    expect((await service.shop.dispute(id, { dealId: deal.id, disputeReason: 'has_payment' })).status).toBe(200);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('an unknown dealId is 404: %s', async (dealId) => {
    const { id } = await payinWithDeal(service);
    expect((await service.shop.dispute(id, { dealId, disputeReason: 'no_payment' })).status).toBe(404);
  });

  it('the deal of another invoice is 404', async () => {
    const [{ id }, other] = [await payinWithDeal(service), await payinWithDeal(service)];
    const answer = await service.shop.dispute(id, { dealId: other.id, disputeReason: 'no_payment' });
    expect(answer.status).toBe(404);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('an unknown path ID is 404: %s', async (id) => {
    expect((await service.shop.dispute(id, { disputeReason: 'no_payment' })).status).toBe(404);
  });

  it('attachment is optional: absent, disputeAttachment is null', async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.dispute(id, { disputeReason: 'no_payment' });
    expect(body.deals[0].disputeAttachment).toBeNull();
  });

  it('attachment: disputeAttachment is a link to it', async () => {
    const { id } = await payinWithDeal(service);
    const fields = { disputeReason: 'has_payment' };
    const { body } = await service.shop.dispute(id, fields, { attachment: pngReceipt });
    const file = await fetch(body.deals[0].disputeAttachment);
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).equals(pngReceipt)).toBe(true);
  });

  it('attachment: over 10 MB is 413, and nothing is disputed', async () => {
    const { id } = await payinWithDeal(service);
    const attachment = Buffer.concat([pngReceipt, Buffer.alloc(10 * 1024 * 1024)]);
    const answer = await service.shop.dispute(id, { disputeReason: 'no_payment' }, { attachment });
    expect(refusal(answer)).toMatchObject({ status: 413, field: 'attachment' });
    expect((await service.shop.read(id)).body.status).toBe('new');
  });
});

describe('contract 8: disputeReason', () => {
  it.each(['unknown', 'has_payment', 'no_payment', 'invalid_requisites'])(
    '%s, with disputeReasonData []',
    async (reason) => {
      const { id } = await payinWithDeal(service);
      const { body } = await service.shop.dispute(id, { disputeReason: reason });
      expect(body.deals[0]).toMatchObject({ disputeReason: reason, disputeReasonData: [], disputeResult: null });
    },
  );

  it('other is read as unknown', async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.dispute(id, { disputeReason: 'other' });
    expect(body.deals[0].disputeReason).toBe('unknown');
  });

  it.each(['900', '900.5', '900.50', '0900'])('invalid_sum: the amount %s is echoed as sent', async (amount) => {
    const { id } = await payinWithDeal(service);
    const fields = { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': amount };
    const { body } = await service.shop.dispute(id, fields);
    expect(body.deals[0]).toMatchObject({ disputeReason: 'invalid_sum', disputeReasonData: { amount } });
    const read = (await service.shop.read(id)).body.deals[0];
    expect(read.disputeReasonData).toEqual({ amount });
  });

  it('invalid_sum needs an amount', async () => {
    const { id } = await payinWithDeal(service);
    for (const fields of [{}, { 'disputeReasonData[amount]': '' }]) {
      expect(refusal(await service.shop.dispute(id, { disputeReason: 'invalid_sum', ...fields }))).toMatchObject({
        status: 400,
        message: 'This value should not be blank.',
      });
    }
  });

  it.each(['-900', '0', '900.001', '1e3', 'much'])('invalid_sum: %s is no amount', async (amount) => {
    const { id } = await payinWithDeal(service);
    const fields = { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': amount };
    expect(refusal(await service.shop.dispute(id, fields))).toMatchObject({ status: 400, code: 'invalid_amount' });
  });

  it('an amount for another reason is ignored', async () => {
    const { id } = await payinWithDeal(service);
    const fields = { disputeReason: 'no_payment', 'disputeReasonData[amount]': '900' };
    expect((await service.shop.dispute(id, fields)).body.deals[0].disputeReasonData).toEqual([]);
  });

  it('is required, and only these values', async () => {
    const { id } = await payinWithDeal(service);
    expect(refusal(await service.shop.dispute(id, { dealId: id }))).toEqual({
      status: 400,
      code: 'blank',
      message: 'This value should not be blank.',
      field: 'disputeReason',
    });
    expect(refusal(await service.shop.dispute(id, { disputeReason: 'because' }))).toMatchObject({
      status: 400,
      code: 'invalid_choice',
      field: 'disputeReason',
    });
  });
});

describe('contract 4: dispute', () => {
  const reach: Record<string, (invoice: Body) => Promise<unknown>> = {
    new: async () => undefined,
    'new, transfer confirmed': ({ id }) => service.shop.confirm(id),
    expired: async () => service.advance(hourMs),
    canceled: ({ id }) => service.shop.cancel(id),
    paid: (invoice) => settle(service, invoice),
  };

  it.each(Object.keys(reach))('invoice %s with a deal → deal dispute, invoice dispute', async (from) => {
    const invoice = await payinWithDeal(service);
    await reach[from]?.(invoice);
    const { status, body } = await service.shop.dispute(invoice.id, { disputeReason: 'no_payment' });
    const [deal] = body.deals;
    expect({ status, invoice: body.status, deal: deal.status, isActive: deal.isActive }).toEqual({
      status: 200,
      invoice: 'dispute',
      deal: 'dispute',
      isActive: true,
    });
    // The dealt requisites stay known.
    expect(deal.requisites).toEqual(invoice.deals[0].requisites);
    const read = (await service.shop.read(invoice.id)).body;
    expect([read.status, read.deals[0].status]).toEqual(['dispute', 'dispute']);
    const last = (await notificationsOf(service, invoice.id)).at(-1);
    expect(last?.[1]).toBe('dispute');
  });

  it('a dispute does not expire', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.dispute(id, { disputeReason: 'no_payment' });
    service.advance(2 * hourMs);
    const { body } = await service.shop.read(id);
    expect([body.status, body.deals[0].status]).toEqual(['dispute', 'dispute']);
  });

  it('an invoice without a deal cannot be disputed', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    const answer = await service.shop.dispute(body.id, { disputeReason: 'no_payment' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'dispute_without_deal' });
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function payinWithSecondDeal(): Promise<{ id: string; deal: Body }> {
  const { id } = await payinWithDeal(service, { paymentOption: 'SBP' });
  const { body } = await service.shop.startDeal(id, { paymentOption: 'TO_CARD' });
  return { id, deal: body.deals[0] };
}
