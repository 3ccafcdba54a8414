import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import { signInAs } from '../../support/operators.ts';
import { PublicClient } from '../../support/public-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, hourMs, notificationsOf, payinWithDeal, refusal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';
import { dealFields, invoiceFields, keysOf, sorted } from './support/shapes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

const file = (name: string) => Buffer.from(`%PDF-1.4 ${name}`);
const inSum = { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '900.00' };
/** Whatever it claims now. */
const send = (id: string, attachment?: Uint8Array) =>
  service.shop.dispute(id, { disputeReason: 'no_payment' }, attachment === undefined ? {} : { attachment });

async function disputed(opening: Record<string, string> = inSum): Promise<Body> {
  const { id } = await payinWithDeal(service);
  return (await service.shop.dispute(id, opening)).body;
}

async function factsOf(dealId: string): Promise<[string, string][]> {
  const { rows } = await service.db.pool.query('select actor, kind from dispute_facts where deal_id = $1 order by id', [
    dealId,
  ]);
  return rows.map(({ actor, kind }) => [actor, kind]);
}

describe('contract 8: while the deal is in dispute another call', () => {
  it('adds its file as evidence: 200 with InvoiceDTO, in its full shape', async () => {
    const { id } = await disputed();
    const { status, body } = await send(id, file('evidence'));
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(sorted(invoiceFields));
    expect(keysOf(body.deals[0])).toEqual(sorted(dealFields));
    expect(body.deals[0].attachments).toHaveLength(1);
    const link = await fetch(body.deals[0].attachments[0]);
    expect(Buffer.from(await link.arrayBuffer()).equals(file('evidence'))).toBe(true);
    expect(await factsOf(id)).toEqual([
      ['merchant', 'opened'],
      ['merchant', 'evidence'],
    ]);
  });

  it('leaves the dispute as it was opened, and makes no notification', async () => {
    const { id } = await disputed();
    for (const answer of [await send(id, file('more')), await send(id)]) {
      expect(answer.body).toMatchObject({
        status: 'dispute',
        deals: [
          {
            status: 'dispute',
            disputeReason: 'invalid_sum',
            disputeReasonData: { amount: '900.00' },
            disputeAttachment: null,
            disputeResult: null,
          },
        ],
      });
    }
    expect(await notificationsOf(service, id)).toEqual([[1, 'dispute']]);
  });

  it('changes nothing without a file: a repeat is answered as the first one was', async () => {
    const { id } = await payinWithDeal(service);
    const first = await service.shop.dispute(id, inSum);
    service.advance(hourMs);
    const path = `/api/merchant/invoices/${id}/dispute`;
    const again = [
      await service.shop.dispute(id, inSum),
      await service.shop.post(path, { disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.00' } }),
      await service.shop.upload(path, new URLSearchParams(inSum)),
    ];
    for (const { status, body } of again) expect({ status, body }).toEqual({ status: 200, body: first.body });
    expect(await factsOf(id)).toEqual([['merchant', 'opened']]);
  });

  it('changes nothing with a file that is there already', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.confirm(id, file('receipt'));
    await service.shop.dispute(id, inSum, { attachment: file('first') });
    for (const name of ['first', 'receipt', 'second', 'second']) {
      expect((await send(id, file(name))).status).toBe(200);
    }
    const [deal] = (await service.shop.read(id)).body.deals;
    expect(deal.attachments).toHaveLength(2);
    const opened = await fetch(deal.disputeAttachment);
    expect(Buffer.from(await opened.arrayBuffer()).equals(file('first'))).toBe(true);
    expect(await factsOf(id)).toHaveLength(2);
    const { rows } = await service.db.pool.query('select sha256 from kept_receipts where invoice_id = $1', [id]);
    expect(rows).toHaveLength(3);
  });

  it('is still held to its own shape', async () => {
    const { id } = await disputed();
    const attachment = file('evidence');
    const cases = [
      [{}, 'disputeReason'],
      [{ disputeReason: 'invalid_sum' }, 'disputeReasonData.amount'],
    ] as const;
    for (const [fields, field] of cases) {
      const answer = await service.shop.dispute(id, fields, { attachment });
      expect(refusal(answer)).toMatchObject({ status: 400, code: 'blank', field });
    }
    const large = Buffer.concat([file('large'), Buffer.alloc(10 * 1024 * 1024)]);
    expect(refusal(await send(id, large))).toMatchObject({ status: 413, field: 'attachment' });
    expect((await service.shop.read(id)).body.deals[0].attachments).toEqual([]);
  });

  it('finds room for ten files, those of the payer included', async () => {
    const { id } = await payinWithDeal(service);
    service.advance(hourMs);
    const payer = new PublicClient(service.url);
    expect((await payer.dispute(id)).status).toBe(200);
    for (let number = 2; number <= 10; number++) expect((await send(id, file(`number ${number}`))).status).toBe(200);
    expect(refusal(await send(id, file('one too many')))).toMatchObject({
      status: 400,
      code: 'too_many_attachments',
      field: 'attachment',
      message: 'A deal holds at most 10 attachments.',
    });
    expect((await send(id, file('number 10'))).status).toBe(200);
    expect((await service.shop.read(id)).body.deals[0].attachments).toHaveLength(10);
  });

  it('path ID: the invoice or the deal; dealId: the deal in dispute and no other', async () => {
    const { id } = await payinWithDeal(service, { paymentOption: 'SBP' });
    const [{ id: dealId }] = (await service.shop.startDeal(id, { paymentOption: 'TO_CARD' })).body.deals;
    await service.shop.dispute(id, inSum);
    const fields = { disputeReason: 'no_payment' };
    const attachment = file('by its deal');
    expect((await service.shop.dispute(dealId, fields, { attachment })).body).toMatchObject({ id, status: 'dispute' });
    expect((await service.shop.dispute(id, { ...fields, dealId }, { attachment })).status).toBe(200);
    const old = await service.shop.dispute(id, { ...fields, dealId: id }, { attachment });
    expect(refusal(old)).toMatchObject({ status: 400, code: 'invoice_not_active', field: 'dealId' });
    const other = await payinWithDeal(service);
    const foreign = await service.shop.dispute(id, { ...fields, dealId: other.id }, { attachment });
    expect(refusal(foreign)).toMatchObject({ status: 404, field: 'dealId' });
  });

  it('is 404 for another store', async () => {
    const { id } = await disputed();
    const fields = { disputeReason: 'no_payment' };
    expect((await service.otherShop.dispute(id, fields, { attachment: file('foreign') })).status).toBe(404);
    expect((await service.shop.read(id)).body.deals[0].attachments).toEqual([]);
  });

  it('is evidence about a payout, too', async () => {
    const { id } = (await service.shop.createPayout({ amount: freshAmount() })).body;
    await service.shop.dispute(id, { disputeReason: 'no_payment' });
    const { status, body } = await send(id, file('the payee has nothing'));
    expect([status, body.status, body.deals[0].attachments.length]).toEqual([200, 'dispute', 1]);
  });
});

it('a call after the decision opens a new dispute, by the rules for any', async () => {
  const { id } = await disputed();
  await send(id, file('evidence'));
  const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
  const decision = { result: 'UNKNOWN', reason: 'a test' };
  expect((await operator.post(`/invoices/${id}/dispute/reject`, decision)).status).toBe(200);
  expect((await service.shop.read(id)).body.status).toBe('new');
  const { body } = await send(id, file('evidence'));
  expect(body.deals[0]).toMatchObject({ status: 'dispute', disputeReason: 'no_payment', disputeResult: null });
  expect(body.deals[0].disputeAttachment).not.toBeNull();
  const kinds = (await factsOf(id)).map(([, kind]) => kind);
  expect(kinds).toEqual(['opened', 'evidence', 'rejected', 'opened']);
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
