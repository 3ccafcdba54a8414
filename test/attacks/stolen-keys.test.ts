import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { demoAccounts } from '../../src/storage/settings/sandbox/demo-world.ts';
import { expectLawsHold } from '../support/database.ts';
import { type Answer, MerchantClient } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** Somebody has got hold of an API key with its secret, from a server that needed it for something small. */
let service: TestService;
let operator: OperatorClient;
const hourMs = 3_600_000;

beforeAll(async () => {
  // The test is the proxy whose word about addresses is believed.
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

interface Made {
  readonly client: MerchantClient;
  readonly key: string;
}

async function makeKey(settings: object): Promise<Made> {
  const { status, body } = await operator.post('/stores/1/keys', { ...settings, reason: 'a test' });
  expect([status, typeof body.secret]).toEqual([200, 'string']);
  return { key: body.key, client: new MerchantClient(service.url, body.key, body.secret) };
}

const codesOf = ({ status, body }: Answer) => `${status} ${status === 200 ? 'done' : body[0].code}`;

const withdrawal = () => {
  const step = totpStep(service.now());
  return {
    accountId: demoAccounts.store1,
    amount: '1',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    code2FA: totpCode(demoSecrets.totpSeed, step),
  };
};

/** Every operation of the interface, about a payin and a payout of the store. */
async function everything({ client }: Made, { payin, payout }: { payin: string; payout: string }) {
  const answers: Record<string, Answer> = {
    createPayin: await client.createPayin(),
    createPayout: await client.createPayout(),
    startDeal: await client.startDeal(payin),
    confirm: await client.confirm(payin),
    disputePayin: await client.dispute(payin, { disputeReason: 'no_payment' }),
    disputePayout: await client.dispute(payout, { disputeReason: 'no_payment' }),
    cancelPayout: await client.cancel(payout),
    cancelPayin: await client.cancel(payin),
    withdraw: await client.post('/api/merchant/withdrawals', withdrawal()),
    read: await client.read(payin),
    accounts: await client.get('/api/merchant/accounts'),
    rates: await client.get('/api/merchant/currency-rates/current'),
    feed: await client.get('/api/merchant/notifications'),
  };
  return Object.entries(answers).flatMap(([name, answer]) => (codesOf(answer) === scopeRefusal ? [name] : []));
}

const scopeRefusal = '403 key_scope_missing';

async function openInvoices(): Promise<{ payin: string; payout: string }> {
  const payin = (await service.shop.createPayin({ startDeal: true })).body.id;
  const payout = (await service.shop.createPayout()).body.id;
  return { payin, payout };
}

const reads = ['read', 'accounts', 'rates', 'feed'];
const payinActs = ['createPayin', 'startDeal', 'confirm', 'disputePayin', 'cancelPayin'];
const payoutActs = ['createPayout', 'disputePayout', 'cancelPayout'];

describe('a stolen key', () => {
  it.each([
    ['read', [...payinActs, ...payoutActs, 'withdraw']],
    ['payin', [...payoutActs, 'withdraw', ...reads]],
    ['payout', [...payinActs, 'withdraw', ...reads]],
    ['withdraw', [...payinActs, ...payoutActs, ...reads]],
  ])('does what its scope %s says and nothing else', async (scope, refused) => {
    const made = await makeKey({ scopes: [scope] });
    expect((await everything(made, await openInvoices())).sort()).toEqual([...refused].sort());
  });

  it('gets no further with another spelling of the ID, a deal for its invoice, or the type twice', async () => {
    const { client } = await makeKey({ scopes: ['read', 'payin'] });
    const { payout } = await openInvoices();
    expect(codesOf(await client.cancel(payout.toUpperCase()))).toBe(scopeRefusal);
    expect(codesOf(await client.cancel(payout.replace('-', '%2D')))).toMatch(/^40[13] /);
    expect(codesOf(await client.dispute(payout.toUpperCase(), { disputeReason: 'no_payment' }))).toBe(scopeRefusal);
    const path = '/api/merchant/invoices';
    const text = `{"type":"in",${JSON.stringify({ ...payoutBody }).slice(1, -1)},"type":"out"}`;
    const signature = createHmac('sha1', client.secret).update(`POST${service.url}${path}${text}`).digest('base64');
    const headers = { 'x-identity': client.key, 'x-signature': signature, 'content-type': 'application/json' };
    const answer = await fetch(service.url + path, { method: 'POST', body: text, headers });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('key_scope_missing')]);
    expect((await service.shop.read(payout)).body.status).toBe('new');
  });

  it('cannot sign for the other keys of the store, nor they for it', async () => {
    const { key, client } = await makeKey({ scopes: ['read'] });
    const asOther = new MerchantClient(service.url, 'demo-store-key', client.secret);
    expect(codesOf(await asOther.createPayout())).toBe('401 unauthorized');
    const withMerchants = new MerchantClient(service.url, key, demoSecrets.merchantSecret);
    expect(codesOf(await withMerchants.get('/api/merchant/accounts'))).toBe('401 unauthorized');
  });

  it('is not one that signs with the merchant’s secret: limiting such a key is refused, because it would limit nothing', async () => {
    const { key, secret } = (await operator.post('/stores/1/keys', { reason: 'a test' })).body;
    expect(secret).toBeNull();
    const change = (body: object) => operator.patch(`/stores/1/keys/${key}`, { ...body, reason: 'a test' });
    expect(codesOf(await change({ scopes: ['read'] }))).toBe('400 key_shares_secret');
    expect(codesOf(await change({ addresses: ['203.0.113.7'] }))).toBe('400 key_shares_secret');
    expect(codesOf(await change({ name: 'Till' }))).toBe('200 done');
    const merchant = await signInDemo(service, 'merchant');
    // Another test may have spent the code of the moment.
    service.advance(61_000);
    const code = totpCode(demoSecrets.totpSeed, totpStep(service.now()));
    const limited = await merchant.patch(`/stores/1/keys/${key}`, { scopes: ['read'], code, reason: 'a test' });
    expect(codesOf(limited)).toBe('400 key_shares_secret');
    // The refusal did not cost the code.
    expect(codesOf(await merchant.delete(`/stores/1/keys/${key}`, { code, reason: 'a test' }))).toBe('200 done');
  });

  it('gets a secret of its own when it is replaced, if an earlier release has limited it without one', async () => {
    const { key } = (await operator.post('/stores/1/keys', { reason: 'a test' })).body;
    await service.db.pool.query(`update api_keys set scopes = '{read}' where key = $1`, [key]);
    const listed = (await operator.get('/stores/1/keys')).body.items.find((one: { key: string }) => one.key === key);
    expect(listed).toMatchObject({ scopes: ['read'], hasOwnSecret: false });
    const { body } = await operator.post(`/stores/1/keys/${key}/rotate`, { overlapHours: 0, reason: 'a test' });
    const withMerchants = new MerchantClient(service.url, body.key, demoSecrets.merchantSecret);
    expect(codesOf(await withMerchants.get(accounts))).toBe('401 unauthorized');
    const next = new MerchantClient(service.url, body.key, body.secret);
    expect([codesOf(await next.get(accounts)), codesOf(await next.createPayin())]).toEqual(['200 done', scopeRefusal]);
  });

  it('says nothing about its limits to a caller who cannot sign', async () => {
    const { key } = await makeKey({ scopes: ['read'], addresses: ['203.0.113.0/24'] });
    const guesser = new MerchantClient(service.url, key, 'a guess');
    const known = await guesser.createPayout();
    const unknown = await new MerchantClient(service.url, 'qk_no_such_key', 'a guess').createPayout();
    expect([codesOf(known), codesOf(unknown)]).toEqual(['401 unauthorized', '401 unauthorized']);
    expect(Object.keys(known.body[0])).toEqual(Object.keys(unknown.body[0]));
  });

  it('stops working when it is revoked, and when its successor takes over', async () => {
    const revoked = await makeKey({ hasOwnSecret: true });
    expect(codesOf(await revoked.client.get('/api/merchant/accounts'))).toBe('200 done');
    expect((await operator.delete(`/stores/1/keys/${revoked.key}`, { reason: 'stolen' })).status).toBe(200);
    expect(codesOf(await revoked.client.get('/api/merchant/accounts'))).toBe('401 unauthorized');

    const old = await makeKey({ scopes: ['read'], addresses: ['127.0.0.0/8'] });
    const path = `/stores/1/keys/${old.key}/rotate`;
    const { body } = await operator.post(path, { overlapHours: 2, reason: 'a test' });
    const next = new MerchantClient(service.url, body.key, body.secret);
    const both = async () => [codesOf(await old.client.get(accounts)), codesOf(await next.get(accounts))];
    expect(await both()).toEqual(['200 done', '200 done']);
    expect(codesOf(await next.createPayin())).toBe(scopeRefusal);
    service.advance(2 * hourMs);
    expect(await both()).toEqual(['401 unauthorized', '200 done']);
    const again = await operator.post(path, { overlapHours: 2, reason: 'a test' });
    expect([
      again.status,
      (await operator.patch(`/stores/1/keys/${old.key}`, { name: 'x', reason: 'y' })).status,
    ]).toEqual([404, 404]);
  });

  it('does what it may from the next request on when its limits change', async () => {
    const { key, client } = await makeKey({ scopes: ['read', 'payin'] });
    expect(codesOf(await client.createPayin())).toBe('200 done');
    await operator.patch(`/stores/1/keys/${key}`, { scopes: ['read'], reason: 'a test' });
    expect(codesOf(await client.createPayin())).toBe(scopeRefusal);
  });
});

const accounts = '/api/merchant/accounts';
const payoutBody = {
  amount: '1000.00',
  currency: 'RUB',
  notificationUrl: '',
  notificationToken: '',
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  paymentRequisites: { requisites: '2200000000000004' },
};

describe('a key with a list of addresses', () => {
  const from = (client: MerchantClient, forwardedFor: string) =>
    client.get(accounts, { 'x-forwarded-for': forwardedFor }).then(codesOf);

  it('works from these and from nowhere else, however the address is written', async () => {
    const { client } = await makeKey({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const address of ['203.0.113.7', '203.0.113.7:443', '::ffff:203.0.113.7', '2001:db8::5', '[2001:db8::5]:1']) {
      expect([address, await from(client, address)]).toEqual([address, '200 done']);
    }
    for (const address of ['203.0.114.7', '2001:db9::5', 'localhost', '203.0.113.7.example', '127.0.0.1']) {
      expect([address, await from(client, address)]).toEqual([address, '403 key_address_refused']);
    }
    expect(codesOf(await client.get(accounts))).toBe('403 key_address_refused');
  });

  it('believes the trusted proxy about the address and nothing before it', async () => {
    const { client } = await makeKey({ addresses: ['203.0.113.7'] });
    expect(await from(client, '203.0.113.7, 198.51.100.9')).toBe('403 key_address_refused');
    expect(await from(client, '198.51.100.9, 203.0.113.7')).toBe('200 done');
    const spoofed = { 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7', 'client-ip': '203.0.113.7' };
    expect(codesOf(await client.get(accounts, spoofed))).toBe('403 key_address_refused');
  });

  it('believes no header at all where no proxy is trusted', async () => {
    const alone = await startTestService();
    try {
      const person = await signInDemo(alone, 'operator');
      const { body } = await person.post('/stores/1/keys', { addresses: ['203.0.113.7'], reason: 'a test' });
      const client = new MerchantClient(alone.url, body.key, body.secret);
      expect(await from(client, '203.0.113.7')).toBe('403 key_address_refused');
      await person.patch(`/stores/1/keys/${body.key}`, { addresses: ['127.0.0.1', '::1'], reason: 'a test' });
      expect(await from(client, '203.0.113.7')).toBe('200 done');
    } finally {
      await alone.stop();
    }
  });
});
