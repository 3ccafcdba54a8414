import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { PublicClient } from '../../support/public-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let payer: PublicClient;

beforeAll(async () => {
  service = await startTestService();
  payer = new PublicClient(service.url);
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

let amount = 11_000;

async function newInvoice(change: object = {}): Promise<string> {
  return (await service.shop.createPayin({ amount: `${amount++}.00`, ...change })).body.id;
}

function fifty(act: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 50 }, (_, index) => act(index)));
}

/** How often each: the status, with the code where it was refused. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? '200' : `${status} ${body[0].code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const pdf = (index: number) => Buffer.from(`%PDF-1.4 receipt ${index}`);

describe('fifty at once', () => {
  it('fifty at once who want requisites of one invoice get the same ones', async () => {
    const id = await newInvoice();
    const answers = await fifty(() => payer.startDeal(id));
    expect(outcomes(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map(({ body }) => body.deals[0].id))).toEqual(new Set([id]));
    const { rows } = await service.db.pool.query('select count(*)::int as count from deals where invoice_id = $1', [
      id,
    ]);
    expect(rows[0].count).toBe(1);
  });

  it('fifty at once who want different ones of one invoice leave one deal, and nothing held twice', async () => {
    const id = await newInvoice();
    const options = ['SBP', 'TO_CARD'];
    const answers = await fifty((index) => payer.startDeal(id, { paymentOption: options[index % 2] }));
    expect(Object.keys(outcomes(answers)).every((outcome) => /^(200|400 too_many_deals)$/.test(outcome))).toBe(true);
    const { rows } = await service.db.pool.query(
      `select count(*)::int as count from deals where invoice_id = $1 and status = 'transfer_waiting'`,
      [id],
    );
    expect(rows[0].count).toBe(1);
    await expectLawsHold(service.db.pool);
  });

  it('fifty at once who pay fifty invoices of one sum get fifty places to pay to', async () => {
    const sum = `${amount++}.00`;
    const ids = await Promise.all(Array.from({ length: 50 }, () => newInvoice({ amount: sum })));
    const answers = await fifty((index) => payer.startDeal(ids[index] ?? ''));
    const places = answers.flatMap(({ body }) => body.deals.map((deal: { requisites: object }) => deal.requisites));
    expect(places).toHaveLength(50);
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(50);
  });

  it('fifty at once who send one receipt make one attachment of it', async () => {
    const id = await newInvoice({ startDeal: true });
    const answers = await fifty(() => payer.confirm(id, pdf(0)));
    expect(outcomes(answers)).toEqual({ 200: 50 });
    expect((await payer.read(id)).body.deals[0]).toMatchObject({ status: 'transfer_confirmed', attachmentCount: 1 });
  });

  it('fifty at once who send fifty receipts make ten attachments of them', async () => {
    const id = await newInvoice({ startDeal: true });
    const answers = await fifty((index) => payer.confirm(id, pdf(index)));
    expect(outcomes(answers)).toEqual({ 200: 10, '400 too_many_attachments': 40 });
    expect((await payer.read(id)).body.deals[0].attachmentCount).toBe(10);
  });

  it('fifty at once who give up end it once', async () => {
    const id = await newInvoice({ startDeal: true });
    expect(outcomes(await fifty(() => payer.cancel(id)))).toEqual({ 200: 1, '400 invoice_not_active': 49 });
  });

  it('fifty at once who pay and give up, each their own invoice, end it one way or the other', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => newInvoice({ startDeal: true })));
    const answers = await fifty((index) => {
      const id = ids[index % 25] ?? '';
      return index < 25 ? payer.confirm(id, pdf(index)) : payer.cancel(id);
    });
    for (const [index, id] of ids.entries()) {
      const [confirmed, canceled] = [answers[index], answers[index + 25]];
      expect([confirmed?.status, canceled?.status].sort()).toEqual([200, 400]);
      const { status } = (await payer.read(id)).body;
      expect(status).toBe(canceled?.status === 200 ? 'canceled' : 'new');
    }
    await expectLawsHold(service.db.pool);
  });

  it('fifty at once who ask for what they see are all told the same', async () => {
    const id = await newInvoice({ startDeal: true });
    const answers = await fifty(() => payer.read(id));
    const texts = answers.map(({ body }) => {
      const { now: _, ...page } = body.paymentPage;
      return JSON.stringify({ ...body, paymentPage: page });
    });
    expect(new Set(texts).size).toBe(1);
  });
});
