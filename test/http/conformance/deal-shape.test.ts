import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, minuteMs, payinWithDeal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';
import { createdDealFields, dealFields, keysOf, paymentFields, sorted, timestamp, uuid } from './support/shapes.ts';

let service: TestService;
/** The deal of one payin in each answer. */
let invoice: Body;
let created: Body;
let started: Body;
let confirmed: Body;

beforeAll(async () => {
  service = await startCheckedService();
  invoice = await payinWithDeal(service);
  created = invoice.deals[0];
  started = (await service.shop.startDeal(invoice.id)).body.deals[0];
  confirmed = (await service.shop.confirm(invoice.id)).body.deals[0];
});
afterAll(() => service.stop());

describe('interface: DealDTO', () => {
  it('has exactly the fields of the table, without disputeResult and attachments, in the create response', () => {
    expect(keysOf(created)).toEqual(sorted(createdDealFields));
  });

  it('has disputeResult and attachments in the responses of start-deal, confirm-transfer and both gets', async () => {
    const { body: other } = await service.shop.createPayin({
      amount: freshAmount(),
      startDeal: true,
      internalId: 'shape',
    });
    const answers = [
      started,
      confirmed,
      (await service.shop.read(other.id)).body.deals[0],
      (await service.shop.get('/api/merchant/invoices/internal-id/shape')).body.deals[0],
    ];
    for (const deal of answers) expect(keysOf(deal)).toEqual(sorted(dealFields));
  });

  it('contract 4: disputeResult and attachments are absent also when create returns an earlier invoice', async () => {
    const change = { amount: freshAmount(), startDeal: true, internalId: 'shape again' };
    const { body } = await service.shop.createPayin(change);
    await service.shop.confirm(body.id);
    const again = (await service.shop.createPayin(change)).body;
    expect(again.id).toBe(body.id);
    expect(keysOf(again.deals[0])).toEqual(sorted(createdDealFields));
  });

  it('DealDTO.id of the first deal is the ID of the invoice', () => {
    expect(created.id).toBe(invoice.id);
  });

  it('DealDTO.id of a later deal is its own UUID', async () => {
    const first = await payinWithDeal(service, { paymentOption: 'SBP' });
    const { body } = await service.shop.startDeal(first.id, { paymentOption: 'TO_CARD' });
    expect(body.deals[0].id).toMatch(uuid);
    expect(body.deals[0].id).not.toBe(first.id);
  });

  it('DealDTO.type is that of the invoice', async () => {
    expect(created.type).toBe('in');
    expect((await service.shop.createPayout()).body.deals[0].type).toBe('out');
  });

  it('DealDTO.status is transfer_waiting, then transfer_confirmed', () => {
    expect([created.status, confirmed.status]).toEqual(['transfer_waiting', 'transfer_confirmed']);
  });

  it('DealDTO.paymentMethodName is the name of the bank, in every deal', async () => {
    const { body: banks } = await service.shop.get('/api/merchant/payment-options?currency=RUB');
    const { name } = banks.find(({ code }: { code: string }) => code === created.paymentMethod);
    for (const deal of [created, started, confirmed]) expect(deal.paymentMethodName).toBe(name);
    const { body: payout } = await service.shop.createPayout({ paymentMethod: 'vtb' });
    expect(payout.deals[0].paymentMethodName).toBe('VTB');
  });

  it('DealDTO.paymentMethod is a code of payment-options, DealDTO.paymentOption one of payment-methods', async () => {
    const codes = async (list: string): Promise<string[]> =>
      (await service.shop.get(`/api/merchant/${list}?currency=RUB`)).body.map(({ code }: { code: string }) => code);
    expect(await codes('payment-options')).toContain(created.paymentMethod);
    expect(await codes('payment-methods')).toContain(created.paymentOption);
  });

  it('DealDTO.requisites has the strings requisites and holder', () => {
    expect(created.requisites).toEqual({ requisites: expect.any(String), holder: expect.any(String) });
    expect(created.requisites.requisites).not.toBe('');
    expect(confirmed.requisites).toEqual(created.requisites);
  });

  it('DealDTO.canceledAt is 15 minutes after the start', () => {
    expect(created.canceledAt).toMatch(timestamp);
    expect(Date.parse(created.canceledAt) - Date.parse(invoice.createdAt)).toBe(15 * minuteMs);
  });

  it('DealDTO.disputeAttachment and disputeReason are null and disputeReasonData is [] without a dispute', () => {
    for (const deal of [created, started, confirmed]) {
      expect(deal).toMatchObject({ disputeAttachment: null, disputeReason: null, disputeReasonData: [] });
    }
  });

  it('DealDTO.payment is null until a transfer is confirmed', () => {
    expect([created.payment, started.payment]).toEqual([null, null]);
    expect(confirmed.payment).not.toBeNull();
  });

  it('DealDTO.rate is a decimal string', () => {
    expect(created.rate).toBe('95.50');
  });

  it('DealDTO.isActive is a boolean, true for transfer_waiting and transfer_confirmed', () => {
    expect([created.isActive, confirmed.isActive]).toEqual([true, true]);
  });

  it('DealDTO.qrCodeLink is a URL of the public interface', () => {
    expect(created.qrCodeLink.startsWith(`${service.publicUrl}/api/public/invoices/`)).toBe(true);
    expect(created.qrCodeLink).toMatch(/\/qr-code$/);
  });

  it('DealDTO.disputeResult is null without a dispute', () => {
    expect([started.disputeResult, confirmed.disputeResult]).toEqual([null, null]);
  });

  it('DealDTO.attachments is an array: empty, then one link per receipt', () => {
    expect(started.attachments).toEqual([]);
    expect(confirmed.attachments).toEqual([expect.stringMatching(/^http/)]);
  });
});

describe('interface: PaymentDTO', () => {
  it('has exactly takerSum, makerSum, feeSum and date', () => {
    expect(keysOf(confirmed.payment)).toEqual(sorted(paymentFields));
  });

  it("PaymentDTO.takerSum is the payer's fiat amount", () => {
    expect(confirmed.payment.takerSum).toEqual(invoice.sum);
  });

  it.each(['makerSum', 'feeSum'])('PaymentDTO.%s is in the settlement currency', (field) => {
    expect(confirmed.payment[field]).toMatchObject({ currency: 'USDT', subunit: 8 });
  });

  it('PaymentDTO.date is a timestamp', () => {
    expect(confirmed.payment.date).toMatch(timestamp);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
