import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import { type Body, MerchantClient } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { patiently } from '../../support/patience.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

/** What a merchant does without an operator: sales, exports, withdrawals, keys and the secret. */
let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;

const hourMs = 3_600_000;
const accountId = '0193f000-0000-7000-8000-000000000001';
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** Each code works once; the clock goes on to the next. */
function nextCode(): string {
  service.advance(30_000);
  return totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
}

const refusal = ({ status, body }: { status: number; body: Body }) =>
  `${status} ${body[0]?.code} ${body[0]?.field ?? ''}`;

describe('sales', () => {
  let fromMs: number;

  beforeAll(async () => {
    fromMs = service.now();
    const wish = { startDeal: true, paymentOption: 'TO_CARD' };
    const paid = (await service.shop.createPayin({ ...wish, amount: '1000.10', paymentMethod: 'sberbank' })).body;
    await operator.post(`/deals/${paid.deals[0].id}/settle`, { reason });
    await service.shop.createPayin({ ...wish, amount: '2000.00', paymentMethod: 'tinkoff' });
    service.advance(2 * hourMs);
    const later = (await service.shop.createPayin({ ...wish, amount: '3000.25', paymentMethod: 'sberbank' })).body;
    await operator.post(`/deals/${later.deals[0].id}/settle`, { reason });
    await service.shop.createPayin({ amount: '500.00' });
    await service.shop.createPayout();
    await service.otherShop.createPayin({ amount: '9000.00' });
  });

  const read = async (query: string, who = merchant) => await who.get(`/stores/1/sales?${query}`);
  const from = () => `from=${encodeURIComponent(new Date(fromMs).toISOString())}`;

  it('are counted and summed by time and by bank, payins of the one store alone', async () => {
    const { status, body } = await read(`${from()}&step=hour`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ storeId: 1, step: 'hour', cutAt: null });
    expect(body.currencies).toHaveLength(1);
    const [roubles] = body.currencies;
    const sum = (amount: string) => ({ amount, currency: 'RUB', subunit: 2 });
    expect(roubles).toMatchObject({ currency: 'RUB', created: 4, paid: 2, paidSum: sum('4000.35') });
    expect(roubles.points.map(({ created, paid }: Body) => [created, paid])).toEqual([
      [2, 1],
      [0, 0],
      [2, 1],
    ]);
    expect(roubles.points[2].paidSum).toEqual(sum('3000.25'));
    expect(roubles.banks).toEqual([
      { bank: 'sberbank', created: 2, paid: 2, paidSum: sum('4000.35') },
      expect.objectContaining({ created: 1, paid: 0 }),
      expect.objectContaining({ created: 1, paid: 0 }),
    ]);
    expect(roubles.banks.map(({ bank }: Body) => bank).sort()).toEqual([null, 'sberbank', 'tinkoff'].sort());
  });

  it('sales of days begin where the reader’s days begin', async () => {
    const { body } = await read(`${from()}&step=day`);
    expect(body.currencies[0].points).toHaveLength(1);
    expect(Date.parse(body.currencies[0].points[0].at)).toBe(Math.floor(fromMs / 1000) * 1000);
  });

  it('sales of a time without any are empty, with every point present', async () => {
    const { body } = await read('from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z');
    expect(body.currencies[0]).toMatchObject({ created: 0, paid: 0, paidSum: { amount: '0.00' }, banks: [] });
    expect(body.currencies[0].points).toHaveLength(24);
  });

  it.each([
    ['a period that is too long', 'from=2020-01-01', '400 out_of_range from'],
    ['a period that ends before it begins', 'from=2026-01-02&to=2026-01-01', '400 out_of_range from'],
  ])('refuse %s', async (_, query, expected) => {
    expect(refusal(await read(query))).toBe(expected);
  });
});

describe('the export of invoices', () => {
  it('has what the list has, with the same filters', async () => {
    const { status, body, headers } = await merchant.get('/invoices.csv?storeId=1&status=paid');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="invoices.csv"');
    const lines = (body as string).trim().split('\r\n');
    expect(lines[0]).toMatch(/^id,internal_id,store_id/);
    const { body: listed } = await merchant.get('/invoices?storeId=1&status=paid');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(listed.items.map(({ id }: Body) => id));
    expect(lines[1]).toContain(',paid,3000.25,RUB,TO_CARD,sberbank,');
  });

  it('keeps a formula in an internal ID from running', async () => {
    await service.shop.createPayin({ internalId: '=1+1', amount: '777.00' });
    const { body } = await merchant.get(`/invoices.csv?internalId=${encodeURIComponent('=1+1')}`);
    expect(body).toContain(",'=1+1,");
  });

  it('holds nothing of another merchant', async () => {
    const { body } = await operator.post('/merchants', { name: 'Somebody else', reason });
    const other = await createSignedIn(service, { login: 'elsewhere', role: 'merchant', merchantId: body.id });
    expect((await other.get('/invoices.csv')).body.trim().split('\r\n')).toHaveLength(1);
  });
});

describe('a withdrawal by a merchant who has signed in', () => {
  const request = { accountId, amount: '10', address };
  const ask = (change: object, headers: Record<string, string> = {}) =>
    merchant.post('/withdrawals', { ...request, ...change }, headers);

  it('freezes the money, under the code, with a line in the audit log', async () => {
    const { status, body } = await ask({ code2FA: nextCode() });
    expect(status).toBe(200);
    expect(body).toMatchObject({ storeId: 1, status: 2, sum: { amount: '10.00000000' }, approvals: [] });
    const audit = (await operator.get(`/audit-log?subjectKind=withdrawal&subjectId=${body.id}`)).body.items;
    expect(audit).toMatchObject([{ action: 'request-withdrawal', actor: 'merchant' }]);
  });

  it('happens once when it is sent twice under one key, though the code is spent', async () => {
    const body = { code2FA: nextCode() };
    const first = await ask(body, { 'idempotency-key': 'once' });
    const second = await ask(body, { 'idempotency-key': 'once' });
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it.each<[string, object, string]>([
    ['a wrong code', { code2FA: '000000' }, '400 two_factor_wrong code2FA'],
    ['an invalid address', { code2FA: '1', address: 'nowhere' }, '400 invalid_address address'],
    ['an invalid sum', { code2FA: '1', amount: '1e3' }, '400 invalid_amount amount'],
    ['an account nobody has', { code2FA: '1', accountId: 'x' }, '404 not_found accountId'],
  ])('is refused for %s', async (_, change, expected) => {
    expect(refusal(await ask(change))).toBe(expected);
  });

  it('is refused for more than there is', async () => {
    expect(refusal(await ask({ code2FA: nextCode(), amount: '99999999' }))).toBe('400 insufficient_funds ');
  });
});

describe('keys and the secret of a merchant', () => {
  it('are made and revoked by the merchant, with the second factor', async () => {
    expect(refusal(await merchant.post('/stores/1/keys', { reason }))).toBe('400 blank code');
    expect(refusal(await merchant.post('/stores/1/keys', { reason, code: '000000' }))).toBe(
      '400 two_factor_wrong code',
    );
    const code = nextCode();
    const made = await merchant.post('/stores/1/keys', { reason, code });
    expect(made.status).toBe(200);
    const shop = new MerchantClient(service.url, made.body.key, 'demo-merchant-secret');
    expect((await shop.get('/api/merchant/accounts')).status).toBe(200);

    const path = `/stores/1/keys/${made.body.key}`;
    expect(refusal(await merchant.delete(path, { reason, code }))).toBe('400 two_factor_wrong code');
    expect((await merchant.delete(path, { reason, code: nextCode() })).status).toBe(200);
    expect((await shop.get('/api/merchant/accounts')).status).toBe(401);
  });

  it('are limited, named, changed and replaced by the merchant, and say when they were last used', async () => {
    const wish = { name: 'Books', scopes: ['read'], addresses: ['127.0.0.0/8'], reason };
    const { body } = await merchant.post('/stores/1/keys', { ...wish, code: nextCode() });
    const books = new MerchantClient(service.url, body.key, body.secret);
    expect((await books.get('/api/merchant/accounts')).status).toBe(200);
    const path = `/stores/1/keys/${body.key}`;
    expect(refusal(await merchant.patch(path, { scopes: ['everything'], reason, code: nextCode() }))).toBe(
      '400 invalid_choice scopes.0',
    );
    expect(refusal(await merchant.patch(path, { addresses: ['10.0.0.0/40'], reason, code: nextCode() }))).toBe(
      '400 invalid_address_range addresses',
    );
    expect(refusal(await merchant.patch(path, { scopes: [], reason, code: nextCode() }))).toBe('400 blank scopes');
    expect(refusal(await merchant.patch(path, { name: 'x', reason }))).toBe('400 blank code');
    expect(
      (await merchant.patch(path, { name: 'Ledger', addresses: ['127.0.0.1'], reason, code: nextCode() })).status,
    ).toBe(200);
    const rotation = { overlapHours: 1, reason, code: nextCode() };
    const next = (await merchant.post(`${path}/rotate`, rotation)).body;
    await patiently(async () => {
      const { items } = (await merchant.get('/stores/1/keys')).body;
      const found = items.find(({ key }: Body) => key === body.key);
      expect(found).toMatchObject({ name: 'Ledger', scopes: ['read'], lastUsedFrom: '127.0.0.1', hasOwnSecret: true });
      expect([found.lastUsedAt, found.validUntil, found.revokedAt]).toEqual([
        expect.any(String),
        next.oldValidUntil,
        null,
      ]);
      expect(items.find(({ key }: Body) => key === next.key)).toMatchObject({
        ...{ name: 'Ledger', scopes: ['read'], addresses: ['127.0.0.1'] },
        ...{ lastUsedAt: null, validUntil: null },
      });
    });
    const { rows } = await service.db.pool.query(
      `select action, details from audit_log where details->>'key' = $1 order by id`,
      [`${body.key.slice(0, 8)}…`],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create-api-key', 'change-api-key', 'rotate-api-key']);
    expect(JSON.stringify(rows)).not.toContain(body.secret);
  });

  it('change over: the old secret works until the overlap ends', async () => {
    const answer = await merchant.post('/merchants/1/rotate-secret', { overlapHours: 1, reason, code: nextCode() });
    expect(answer.status).toBe(200);
    const shop = new MerchantClient(service.url, 'demo-store-key', answer.body.secret);
    expect((await shop.get('/api/merchant/accounts')).status).toBe(200);
    expect((await service.shop.get('/api/merchant/accounts')).status).toBe(200);
    service.advance(hourMs + 1_000);
    expect((await service.shop.get('/api/merchant/accounts')).status).toBe(401);
  });

  it('need no code of a merchant who has no second factor, nor of an operator', async () => {
    const { body } = await operator.post('/merchants', { name: 'Without', reason });
    const without = await createSignedIn(service, { login: 'without', role: 'merchant', merchantId: body.id });
    const rotation = { overlapHours: 0, reason };
    expect((await without.post(`/merchants/${body.id}/rotate-secret`, rotation)).status).toBe(200);
    expect((await operator.post(`/merchants/${body.id}/rotate-secret`, rotation)).status).toBe(200);
    expect(refusal(await without.post('/merchants/1/rotate-secret', rotation))).toBe('404 not_found ');
  });

  it('are locked with withdrawals after five wrong codes in a row', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await merchant.post('/stores/1/keys', { reason, code: '000000' });
    expect(refusal(await merchant.post('/stores/1/keys', { reason, code: nextCode() }))).toBe(
      '400 two_factor_locked code',
    );
    const request = { accountId, amount: '10', address, code2FA: nextCode() };
    expect(refusal(await merchant.post('/withdrawals', request))).toBe('400 two_factor_locked code2FA');
  });
});

describe('own withdrawal addresses', () => {
  it('are added with a code, wait a day, and are removed, by the merchant alone', async () => {
    // Wrong codes of others have locked it for a while.
    service.advance(hourMs);
    const path = '/stores/1/addresses';
    const body = { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', note: 'Treasury', reason };
    expect(refusal(await merchant.post(path, { ...body, code: '000000' }))).toBe('400 two_factor_wrong code');
    const added = await merchant.post(path, { ...body, code: nextCode() });
    expect(added.status).toBe(200);
    expect(Date.parse(added.body.usableAt) - Date.parse(added.body.addedAt)).toBe(24 * hourMs);
    const other = await operator.post('/merchants', { name: 'Without a factor', reason });
    const store = { name: 'Bare', currency: 'RUB', settlementCurrency: 'USDT', network: 'TRC20' };
    const made = await operator.post('/stores', { ...store, merchantId: other.body.id, reason });
    const bare = await createSignedIn(service, { login: 'bare', role: 'merchant', merchantId: other.body.id });
    expect(refusal(await bare.post(path, body))).toBe('404 not_found ');
    expect(refusal(await bare.post(`/stores/${made.body.id}/addresses`, body))).toBe('400 two_factor_disabled ');
    expect((await bare.delete(`${path}/${body.address}`, { reason })).status).toBe(404);
    expect((await merchant.delete(`${path}/${body.address}`, { reason })).body).toEqual({ status: 'removed' });
  });
});
