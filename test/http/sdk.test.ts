import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Quittance, QuittanceError } from '../../sdk/src/index.ts';
import { demoAccounts } from '../../src/storage/settings/sandbox/demo-world.ts';
import { codeAt, tronAddress } from '../engine/support/totp.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let quittance: Quittance;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  quittance = new Quittance({ baseUrl: service.url, apiKey: 'demo-store-key', secret: 'demo-merchant-secret' });
  folder = await mkdtemp(join(tmpdir(), 'quittance-sdk-'));
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
  await rm(folder, { recursive: true });
});

const payin = { type: 'in', amount: '1000.00', currency: 'RUB' } as const;
const payout = {
  type: 'out',
  amount: '1500',
  currency: 'RUB',
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  paymentRequisites: { requisites: '2200000000000004' },
} as const;

describe('the SDK on the service', () => {
  it('walks a payin through all its operations', async () => {
    const created = await quittance.createInvoice({ ...payin, internalId: 'sdk/1 ü' });
    expect(created).toMatchObject({ status: 'new', sum: { amount: '1000.00' }, deals: [] });
    const variants = await quittance.availablePaymentVariants(created.id);
    expect(variants).toContainEqual({ option: 'SBP', method: 'sberbank' });
    const started = await quittance.startDeal(created.id, { paymentOption: 'SBP' });
    expect(started.deals).toMatchObject([{ status: 'transfer_waiting', paymentOption: 'SBP' }]);
    // At rest: links to receipts carry the second in which they were made.
    await service.atRest(async () => {
      const confirmed = await quittance.confirmTransfer(created.id, pngReceipt);
      expect(confirmed.deals).toMatchObject([{ status: 'transfer_confirmed' }]);
      expect(await quittance.getInvoice(created.id)).toEqual(confirmed);
      expect(await quittance.getInvoiceByInternalId('sdk/1 ü')).toEqual(confirmed);
    });
    const disputed = await quittance.openDispute(created.id, {
      reason: 'invalid_sum',
      amount: '900.00',
      attachment: { content: pngReceipt, fileName: 'proof.png' },
    });
    expect(disputed).toMatchObject({
      status: 'dispute',
      deals: [{ disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.00' } }],
    });
    const content = Buffer.from('%PDF-1.4 the statement of the payer');
    const proven = await quittance.openDispute(created.id, { reason: 'unknown', attachment: { content } });
    expect(proven.deals).toMatchObject([{ disputeReason: 'invalid_sum', status: 'dispute' }]);
    expect(proven.deals[0]?.attachments).toHaveLength(2);
  });

  it('cancels, and gives the shorter shape', async () => {
    const { id } = await quittance.createInvoice({ ...payin, startDeal: true });
    expect(await quittance.cancelInvoice(id)).toMatchObject({ id, status: 'canceled', deals: [] });
  });

  it('pays out and withdraws', async () => {
    const paidOut = await quittance.createInvoice({ ...payout, internalId: 'sdk-payout' });
    expect(paidOut).toMatchObject({ type: 'out', deals: [{ status: 'new' }] });
    const [account] = await quittance.listAccounts();
    expect(account?.id).toBe(demoAccounts.store1);
    const created = await quittance.createWithdrawal({
      accountId: demoAccounts.store1,
      amount: '10',
      address: tronAddress,
      code2FA: codeAt(service.now()),
    });
    expect(created).toMatchObject({ status: 2, sum: { amount: '10.00000000' } });
    const { status, accountId, ...rest } = created;
    expect(await quittance.getWithdrawal(created.id)).toEqual(rest);
    expect([status, accountId]).toEqual([2, demoAccounts.store1]);
  });

  it('reads the lists', async () => {
    const [banks, ways, rates] = await Promise.all([
      quittance.listPaymentOptions({ currency: 'KZT' }),
      quittance.listPaymentMethods(),
      quittance.currentRates({ currency: 'KZT' }),
    ]);
    expect(banks.map(({ currency }) => currency)).toEqual(banks.map(() => 'KZT'));
    expect(ways.map(({ code }) => code)).toContain('CROSS_BORDER');
    expect(rates.in).toEqual({ pair: 'USDT/KZT', rate: '525.00' });
  });

  it.each(['with its size', 'without its size'])('uploads a file of some megabytes as a stream, %s', async (how) => {
    const path = join(folder, 'receipt.png');
    await writeFile(path, Buffer.concat([pngReceipt, Buffer.alloc(5_000_000, how)]));
    const { id } = await quittance.createInvoice({ ...payin, startDeal: true });
    const size = how === 'with its size' ? { sizeBytes: (await stat(path)).size } : {};
    const confirmed = await quittance.confirmTransfer(id, { content: createReadStream(path), ...size });
    expect(confirmed.deals[0]?.attachments).toHaveLength(1);
  });

  it('repeats an act under one key once', async () => {
    const idempotencyKey = 'order-77';
    const first = await quittance.createInvoice(payin, { idempotencyKey });
    const second = await quittance.createInvoice(payin, { idempotencyKey });
    expect(second.id).toBe(first.id);
    expect(await failureOf(quittance.createInvoice({ ...payin, amount: '1001' }, { idempotencyKey }))).toMatchObject({
      code: 'idempotency_key_reused',
      status: 409,
    });
  });

  it('does an act once though the answer was lost on its way', async () => {
    let lost = 0;
    const careless: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (lost++ === 0) throw new TypeError('fetch failed');
      return response;
    };
    const client = new Quittance({
      baseUrl: service.url,
      apiKey: 'demo-store-key',
      secret: 'demo-merchant-secret',
      fetch: careless,
    });
    const before = await countInvoices();
    await client.createInvoice(payin);
    expect([lost, (await countInvoices()) - before]).toEqual([2, 1]);
  });

  it('does an act once though a proxy answered 502 in place of the service', async () => {
    let passed = 0;
    const proxied: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      return passed++ === 0 ? new Response('<html>', { status: 502 }) : response;
    };
    const keys = { baseUrl: service.url, apiKey: 'demo-store-key', secret: 'demo-merchant-secret' };
    const before = await countInvoices();
    await new Quittance({ ...keys, fetch: proxied }).createInvoice(payin);
    expect([passed, (await countInvoices()) - before]).toEqual([2, 1]);
  });

  it('throws what the service refuses, by its code', async () => {
    const { id } = await quittance.createInvoice(payin);
    const refusals = [
      quittance.createInvoice({ ...payin, amount: '1' }),
      quittance.createInvoice({ ...payin, currency: '' }),
      quittance.createInvoice({ ...payout, amount: '990000' }),
      quittance.getInvoice('no-such-invoice'),
      quittance.confirmTransfer(id, pngReceipt),
      new Quittance({ baseUrl: service.url, apiKey: 'demo-store-key', secret: 'wrong' }).listAccounts(),
    ].map(failureOf);
    expect((await Promise.all(refusals)).map(({ code, status, field }) => [code, status, field])).toEqual([
      ['amount_too_small', 400, 'amount'],
      ['blank', 400, 'currency'],
      ['insufficient_funds', 400, null],
      ['not_found', 404, null],
      ['deal_not_active', 400, null],
      ['unauthorized', 401, null],
    ]);
  });
});

async function failureOf(call: Promise<unknown>): Promise<QuittanceError> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(QuittanceError);
  return error as QuittanceError;
}

async function countInvoices(): Promise<number> {
  const { rows } = await service.db.pool.query('select count(*)::int as count from invoices');
  return rows[0].count;
}
