import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer, Body } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { payinWithDeal, refusal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';
import { dealFields, invoiceFields, keysOf, sorted } from './support/shapes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

const pathOf = (id: string) => `/api/merchant/invoices/${id}/dispute`;
const inJson = (id: string, body: object, headers?: Record<string, string>) =>
  service.shop.post(pathOf(id), body, headers);
const urlencoded = (id: string, fields: Record<string, string>) =>
  service.shop.upload(pathOf(id), new URLSearchParams(fields));

/** Sends this body as it is, signed with it or without. */
async function sendText(id: string, sent: { type?: string; text: string; signed: string }): Promise<Answer> {
  const url = service.url + pathOf(id);
  const signature = createHmac('sha1', service.shop.secret).update(`POST${url}${sent.signed}`).digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    body: Buffer.from(sent.text),
    headers: {
      'x-identity': service.shop.key,
      'x-signature': signature,
      ...(sent.type === undefined ? {} : { 'content-type': sent.type }),
    },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('contract 8: a dispute without a file, as JSON', () => {
  it('answers with InvoiceDTO, in its full shape', async () => {
    const { id } = await payinWithDeal(service);
    const { status, body } = await inJson(id, { dealId: id, disputeReason: 'no_payment' });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(sorted(invoiceFields));
    expect(keysOf(body.deals[0])).toEqual(sorted(dealFields));
    expect(body).toMatchObject({ status: 'dispute', deals: [{ status: 'dispute', disputeReason: 'no_payment' }] });
  });

  it.each([
    ['disputeReasonData.amount', { disputeReasonData: { amount: '900.5' } }],
    ['disputeReasonData[amount], as in a form', { 'disputeReasonData[amount]': '900.5' }],
    ['both, of which the first counts', { disputeReasonData: { amount: '900.5' }, 'disputeReasonData[amount]': '1' }],
  ])('invalid_sum takes the amount from %s, and echoes it as sent', async (_, said) => {
    const { id } = await payinWithDeal(service);
    const { body } = await inJson(id, { disputeReason: 'invalid_sum', ...said });
    expect(body.deals[0]).toMatchObject({ disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.5' } });
  });

  it.each([{}, { disputeReasonData: null }, { disputeReasonData: [] }, { disputeReasonData: { amount: null } }])(
    'null equals absent, and so does the empty list of an answer: %j',
    async (said) => {
      const { id } = await payinWithDeal(service);
      const { body } = await inJson(id, { dealId: null, attachment: null, disputeReason: 'no_payment', ...said });
      expect(body.deals[0].disputeReasonData).toEqual([]);
      const other = await payinWithDeal(service);
      expect(refusal(await inJson(other.id, { disputeReason: 'invalid_sum', ...said }))).toEqual({
        status: 400,
        code: 'blank',
        message: 'This value should not be blank.',
        field: 'disputeReasonData.amount',
      });
    },
  );

  it.each([
    ['disputeReason', { disputeReason: null }, 'blank'],
    ['disputeReason', { disputeReason: 7 }, 'invalid_choice'],
    ['disputeReason', { disputeReason: ['no_payment'] }, 'invalid_choice'],
    ['dealId', { dealId: 7 }, 'wrong_type'],
    ['dealId', { dealId: { id: 'x' } }, 'wrong_type'],
    ['dealId', { dealId: 'half a character \ud800' }, 'invalid_characters'],
    ['disputeReasonData', { disputeReasonData: '900' }, 'wrong_type'],
    ['disputeReasonData', { disputeReasonData: 900 }, 'wrong_type'],
    ['disputeReasonData.amount', { disputeReasonData: { amount: 900 } }, 'wrong_type'],
    ['disputeReasonData.amount', { disputeReasonData: { amount: ['900'] } }, 'wrong_type'],
    ['disputeReasonData.amount', { disputeReasonData: { amount: '9e2' } }, 'invalid_amount'],
    ['disputeReasonData.amount', { disputeReasonData: { amount: 'no\0thing' } }, 'invalid_characters'],
    ['disputeReasonData[amount]', { 'disputeReasonData[amount]': 900 }, 'wrong_type'],
    ['attachment', { attachment: 'iVBORw0KGgo=' }, 'content_type'],
    ['attachment', { attachment: { name: 'receipt.png' } }, 'content_type'],
  ])('names %s as what is wrong with %j: %s', async (field, said, code) => {
    const { id } = await payinWithDeal(service);
    const answer = await inJson(id, { disputeReason: 'invalid_sum', disputeReasonData: { amount: '900' }, ...said });
    expect(refusal(answer)).toMatchObject({ status: 400, code, field });
    expect((await service.shop.read(id)).body.status).toBe('new');
  });

  it('a field has at most 2000 characters, as in a form', async () => {
    const { id } = await payinWithDeal(service);
    const answer = await inJson(id, { disputeReason: 'no_payment', dealId: 'x'.repeat(2_001) });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'too_long', field: 'dealId' });
  });

  it('names all that is wrong, and how a file is sent', async () => {
    const { id } = await payinWithDeal(service);
    const { status, body } = await inJson(id, { attachment: 'aGk=', dealId: 7 });
    expect([status, body]).toEqual([
      400,
      [
        { code: 'content_type', message: 'Send the body as multipart/form-data.', field: 'attachment' },
        { code: 'blank', message: 'This value should not be blank.', field: 'disputeReason' },
        { code: 'wrong_type', message: 'This value should be of type string', field: 'dealId' },
      ],
    ]);
  });

  it.each([
    ['{"disputeReason":', 'malformed_json'],
    ['[]', 'json_object_expected'],
    ['null', 'json_object_expected'],
    ['"no_payment"', 'json_object_expected'],
    ['', 'blank'],
  ])('the body %j is refused', async (text, code) => {
    const { id } = await payinWithDeal(service);
    const answer = await sendText(id, { type: 'application/json; charset=utf-8', text, signed: text });
    expect(refusal(answer)).toMatchObject({ status: 400, code });
  });

  it('more than 64 KB is refused', async () => {
    const { id } = await payinWithDeal(service);
    const answer = await inJson(id, { disputeReason: 'no_payment', note: 'x'.repeat(65_536) });
    expect(refusal(answer)).toMatchObject({ status: 413, code: 'body_too_big' });
  });

  it('is signed with the body, as every JSON request', async () => {
    const { id } = await payinWithDeal(service);
    const text = '{ "disputeReason":"no_payment" }';
    const type = 'application/json';
    expect((await sendText(id, { type, text, signed: '' })).status).toBe(401);
    expect((await sendText(id, { type, text, signed: text.replace('no', 'has') })).status).toBe(401);
    expect((await sendText(id, { type, text, signed: text })).status).toBe(200);
  });
});

describe('contract 8: a dispute without a file, urlencoded', () => {
  it('answers with InvoiceDTO, and echoes the amount as sent', async () => {
    const { id } = await payinWithDeal(service);
    const fields = { dealId: id, disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '900.5' };
    const { status, body } = await urlencoded(id, fields);
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(sorted(invoiceFields));
    expect(body.deals[0]).toMatchObject({ status: 'dispute', disputeReasonData: { amount: '900.5' } });
  });

  it('is signed without the body, as every form', async () => {
    const { id } = await payinWithDeal(service);
    const [type, text] = ['application/x-www-form-urlencoded', 'disputeReason=no_payment'];
    expect((await sendText(id, { type, text, signed: text })).status).toBe(401);
    expect((await sendText(id, { type, text, signed: '' })).status).toBe(200);
  });

  it('fields that were left empty are absent, and the last of one name counts', async () => {
    const { id } = await payinWithDeal(service);
    const text = 'dealId=&attachment=&disputeReason=unknown&disputeReason=has%5Fpayment&disputeReasonData%5Bamount%5D=';
    const { status, body } = await sendText(id, { type: 'application/x-www-form-urlencoded', text, signed: '' });
    expect([status, body.deals[0].disputeReason]).toEqual([200, 'has_payment']);
  });

  it.each([
    ['disputeReason', {}, 'blank'],
    ['disputeReason', { disputeReason: 'because' }, 'invalid_choice'],
    ['disputeReasonData.amount', { disputeReason: 'invalid_sum' }, 'blank'],
    ['disputeReasonData.amount', { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '0' }, 'invalid_amount'],
    ['note', { disputeReason: 'no_payment', note: 'no\0thing' }, 'invalid_characters'],
    ['attachment', { disputeReason: 'no_payment', attachment: 'receipt.png' }, 'content_type'],
  ])('names %s as what is wrong with %j: %s', async (field, fields, code) => {
    const { id } = await payinWithDeal(service);
    expect(refusal(await urlencoded(id, fields as Record<string, string>))).toMatchObject({ status: 400, code, field });
  });
});

describe('contract 8: a dispute in whatever form', () => {
  it('is taken as the reference shows it', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Body;
    const { content } = document.paths['/api/merchant/invoices/{id}/dispute'].post.requestBody;
    const example = (type: string) => content[type].examples.example.value;
    expect(Object.keys(content)[0]).toBe('multipart/form-data');
    const answers = [
      await inJson((await payinWithDeal(service)).id, example('application/json')),
      await urlencoded((await payinWithDeal(service)).id, example('application/x-www-form-urlencoded')),
      await service.shop.dispute((await payinWithDeal(service)).id, example('multipart/form-data')),
    ];
    for (const { status, body } of answers) {
      expect([status, body.deals[0].disputeReasonData]).toEqual([200, { amount: '900.00' }]);
    }
  });

  it('a deal that is not there is 404 all the same', async () => {
    const { id } = await payinWithDeal(service);
    for (const dealId of ['no-uuid', '00000000-0000-7000-8000-000000000000']) {
      expect((await inJson(id, { dealId, disputeReason: 'no_payment' })).status).toBe(404);
      expect((await urlencoded(id, { dealId, disputeReason: 'no_payment' })).status).toBe(404);
    }
    const foreign = await service.otherShop.post(pathOf(id), { disputeReason: 'no_payment' });
    expect(foreign.status).toBe(404);
  });

  it.each([['text/plain'], ['application/octet-stream'], [undefined]])('the type %s is refused', async (type) => {
    const { id } = await payinWithDeal(service);
    const sent = { text: 'disputeReason=no_payment', signed: '', ...(type === undefined ? {} : { type }) };
    expect(refusal(await sendText(id, sent))).toMatchObject({ status: 400, code: 'content_type' });
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
