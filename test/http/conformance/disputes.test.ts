import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { type Body, pngReceipt } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';
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

/** Clients appeal with `no_payment` for a payer who has paid, which the service does not see. */
describe('contract 4: an appeal that is accepted', () => {
  const reasons = ['no_payment', 'has_payment', 'unknown', 'invalid_requisites'] as const;
  const unpaid: Record<string, (invoice: Body) => Promise<unknown>> = {
    transfer_waiting: async () => undefined,
    transfer_confirmed: ({ id }) => service.shop.confirm(id),
    expired: async () => service.advance(hourMs),
    canceled: ({ id }) => service.shop.cancel(id),
  };
  const cases = Object.keys(unpaid).flatMap((from) => reasons.map((disputeReason) => ({ from, disputeReason })));
  const decide = async (id: string, answer: string, body: object = {}) => {
    const operator = await signInDemo(service, 'operator');
    return (await operator.post(`/invoices/${id}/dispute/${answer}`, { reason: 'looked at it', ...body })).body;
  };
  const appeal = async (id: string, fields: Record<string, string>) => {
    const { status, body } = await service.shop.dispute(id, fields, { attachment: pngReceipt });
    expect([status, body.status]).toEqual([200, 'dispute']);
  };
  const seenBy = async (id: string) => {
    const { body } = await service.shop.read(id);
    return [body.status, body.sum.amount, body.deals[0]?.disputeResult];
  };

  it.each(cases)('$disputeReason on a payin that is $from → paid, ACCEPTED', async ({ from, disputeReason }) => {
    const invoice = await payinWithDeal(service);
    await unpaid[from]?.(invoice);
    await appeal(invoice.id, { disputeReason });
    await decide(invoice.id, 'accept');
    expect(await seenBy(invoice.id)).toEqual(['paid', invoice.sum.amount, 'ACCEPTED']);
    expect((await notificationsOf(service, invoice.id)).at(-1)?.[1]).toBe('paid');
  });

  it.each(cases)('$disputeReason on a payin that is $from, rejected as not paid', async ({ from, disputeReason }) => {
    const invoice = await payinWithDeal(service);
    await unpaid[from]?.(invoice);
    await appeal(invoice.id, { disputeReason });
    await decide(invoice.id, 'reject', { result: 'FRAUD_CONFIRM_DOCS', verdict: 'not_paid' });
    const { body } = await service.shop.read(invoice.id);
    expect(body.status).toBe(from.startsWith('transfer') ? 'new' : from);
    const [deal] = await dealStatuses(service, invoice.id);
    expect(deal).toBe(from === 'expired' ? 'expired' : 'canceled');
  });

  it.each(reasons)('%s on a payin that is paid: only no_payment takes it back', async (disputeReason) => {
    const invoice = await payinWithDeal(service);
    await settle(service, invoice);
    await appeal(invoice.id, { disputeReason });
    await decide(invoice.id, 'accept');
    expect((await service.shop.read(invoice.id)).body.status).toBe(disputeReason === 'no_payment' ? 'new' : 'paid');
  });

  it.each(reasons)('%s on a payin that is paid, rejected, reaches the other outcome at once', async (disputeReason) => {
    const invoice = await payinWithDeal(service);
    await settle(service, invoice);
    await appeal(invoice.id, { disputeReason });
    const verdict = disputeReason === 'no_payment' ? 'paid' : 'not_paid';
    await decide(invoice.id, 'reject', { result: 'UNKNOWN', verdict });
    expect((await service.shop.read(invoice.id)).body.status).toBe(verdict === 'paid' ? 'paid' : 'new');
  });

  it.each(['waiting', 'paid'] as const)(
    'invalid_sum without a sum from the operator takes the claimed one: %s',
    async (from) => {
      const invoice = await payinWithDeal(service);
      if (from === 'paid') await settle(service, invoice);
      await appeal(invoice.id, { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '900' });
      await decide(invoice.id, 'accept');
      expect(await seenBy(invoice.id)).toEqual(['paid', '900.00', 'AMOUNT_CHANGED']);
    },
  );
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function payinWithSecondDeal(): Promise<{ id: string; deal: Body }> {
  const { id } = await payinWithDeal(service, { paymentOption: 'SBP' });
  const { body } = await service.shop.startDeal(id, { paymentOption: 'TO_CARD' });
  return { id, deal: body.deals[0] };
}
