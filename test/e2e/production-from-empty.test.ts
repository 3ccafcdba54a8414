import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { runCommandHere } from '../support/command-here.ts';
import { freePort } from '../support/free-port.ts';
import { type Answer, MerchantClient, pngReceipt } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { newDataDir, type Program, removeDataDir, start, stop } from '../support/program.ts';

/**
 * From an empty database to money that has come, gone and left, in production mode, by what the product offers and nothing
 * else: the command line and HTTP. Each step stands alone, so that a rule that is added later has its place.
 */
const reason = 'opening for business';
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let dataDir: string;
let env: Record<string, string>;
let program: Program;
let boss: OperatorClient;
let deputy: OperatorClient;
let maker: OperatorClient;
let owner: OperatorClient;
let shop: MerchantClient;
let store: { id: number; merchantId: number; apiKey: string; merchantSecret: string };
let makerId: number;
let merchantSeed: string;

beforeAll(async () => {
  dataDir = await newDataDir();
  const port = await freePort();
  env = {
    QUITTANCE_MODE: 'production',
    DATABASE: 'embedded',
    MASTER_KEY: 'c3'.repeat(32),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    // Requests stand in plain sight for an hour; the test has no hour.
    SECOND_PERSON_DELAY_MS: '0',
  };
  program = await start({ dataDir, env });
});
afterAll(() => removeDataDir(dataDir));

async function quittance(...args: string[]) {
  const ended = await runCommandHere([...args, '--json'], { dataDir, env });
  expect(ended.exitCode, ended.stderr + ended.stdout).toBe(0);
  return JSON.parse(ended.stdout);
}

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** What lets money out is asked for by one operator and approved by another. */
async function together(asked: Promise<Answer>): Promise<void> {
  const { status, body } = await asked;
  expect({ status, code: body[0]?.code }).toEqual({ status: 409, code: 'second_person_needed' });
  const { items } = good(await deputy.get('/approvals'));
  good(await deputy.post(`/approvals/${items[0].id}/approve`, { reason }));
}

/** A new installation asks a second factor of everybody before anything else, and the password alone does not set one up. */
async function user(login: string, ...options: string[]): Promise<OperatorClient> {
  const { password, enrolmentCode } = await quittance('user', 'create', login, ...options);
  const client = await OperatorClient.signedIn(program.url, login, password);
  expect((await client.get('/me/wishes')).body[0].code).toBe('second_factor_required');
  expect((await client.post('/me/second-factor/begin')).body[0].code).toBe('enrolment_code_needed');
  const { seed, ticket } = good(await client.post('/me/second-factor/begin', { enrolmentCode }));
  good(await client.post('/me/second-factor/confirm', { ticket, code: totpCode(seed, totpStep(Date.now())) }));
  return client;
}

describe('production on an empty database', () => {
  it('knows no currency yet, and says what to do', async () => {
    const ended = await runCommandHere(['store', 'create', 'Shop', '--currency', 'RUB'], { dataDir, env });
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toContain('currency: Currency not allowed');
    expect(ended.stderr).toContain('quittance catalogue load');
    const banks = await fetch(`${program.url}/api/public/payment-methods/RUB`);
    expect(await banks.json()).toEqual([]);
  });

  it('gets its operators and the starter catalogue', async () => {
    boss = await user('boss');
    deputy = await user('deputy');
    const report = await quittance('catalogue', 'load', '--reason', reason);
    expect(report.added.currencies).toEqual(['RUB', 'KZT', 'TJS', 'UZS', 'KGS', 'AZN', 'USD', 'EUR', 'USDT']);
    expect(report.added.banks).toEqual(expect.arrayContaining(['RUB/ros_bank', 'RUB/dcbank', 'KZT/kaspi']));
    // A second load, by the other way, finds everything there.
    const again = good(await deputy.post('/catalogue/load', { reason }));
    expect(again.added).toEqual({ currencies: [], banks: [], options: [] });
    expect(again.present.banks).toBe(report.added.banks.length);
  });

  it('gets rates, a store with fees and limits, and a key that works', async () => {
    await quittance('rate', 'set', 'USDT/RUB', 'in', '100');
    await quittance('rate', 'set', 'USDT/RUB', 'out', '95');
    store = await quittance('store', 'create', 'Corner Shop', '--currency', 'RUB', '--payin-bps', '300');
    const limits = ['in', 'out'].map((type) => ({ currency: 'RUB', type, min: '100', max: '100000' }));
    await together(boss.patch(`/stores/${store.id}`, { payinFeeBps: 250, payoutFeeBps: 150, limits, reason }));
    shop = new MerchantClient(program.url, store.apiKey, store.merchantSecret);
    // Before money comes: a user who is added later makes withdrawals wait for a day.
    const ofMerchant = ['--role', 'merchant', '--merchant', String(store.merchantId)];
    owner = await user('owner', ...ofMerchant);
    const ways = good(await shop.get('/api/merchant/payment-methods?currency=RUB'));
    expect(ways.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(['SBP', 'TO_CARD']));
  });

  it('gets a maker with a requisite and a deposit', async () => {
    makerId = good(await boss.post('/makers', { name: 'First maker', settlementCurrency: 'USDT', reason })).id;
    const requisite = { makerId, option: 'TO_CARD', bank: 'ros_bank', currency: 'RUB', number: '4111111111111111' };
    // One operator alone puts no number in: it gets deals when another one has accepted it, and the time to object is over.
    const { id } = good(await boss.post('/requisites', { ...requisite, holder: 'Anna S.', reason }));
    expect(await boss.post('/requisites/accept', { ids: [id], reason })).toMatchObject({ status: 400 });
    expect(good(await deputy.post('/requisites/accept', { ids: [id], reason }))).toEqual({ accepted: 1 });
    await quittance('maker', 'top-up', String(makerId), '1000');
    maker = await user('anna', '--role', 'maker', '--maker', String(makerId));
  });

  it('is paid by a payer', async () => {
    const created = good(await shop.createPayin({ amount: '20000', startDeal: true, paymentMethod: 'ros_bank' }));
    expect(created.deals).toMatchObject([
      { paymentMethod: 'ros_bank', paymentMethodName: 'Rosbank', requisites: { requisites: '4111111111111111' } },
    ]);
    good(await shop.confirm(created.id));
    const { requisiteId } = good(await boss.get(`/deals/${created.id}`));
    good(await boss.post('/arrivals', { requisiteId, amount: '20000', reference: 'bank-1' }));
    // 20000 at 100 are 200 USDT, of which 2.5 % are the fee.
    expect(good(await shop.read(created.id))).toMatchObject({
      status: 'paid',
      payoutSum: { amount: '195.00000000', currency: 'USDT' },
    });
  });

  it('pays out', async () => {
    const created = good(await shop.createPayout({ amount: '9500', paymentMethod: 'sberbank' }));
    good(await maker.post(`/payouts/${created.id}/take`));
    const form = new FormData();
    form.set('attachment', new Blob([pngReceipt]), 'proof.png');
    good(await maker.upload(`/payouts/${created.id}/proof`, form));
    good(await boss.post(`/deals/${created.id}/settle`, { reason: 'seen in the bank' }));
    expect(good(await shop.read(created.id)).status).toBe('paid');
  });

  it('sends a withdrawal', async () => {
    // The merchant sets up its factor itself: from an operator's hand withdrawals would wait for a day.
    const begun = good(await owner.post(`/merchants/${store.merchantId}/second-factor/begin`));
    merchantSeed = begun.seed;
    const step = totpStep(Date.now());
    const confirmation = { ticket: begun.ticket, code: totpCode(merchantSeed, step), reason };
    good(await owner.post(`/merchants/${store.merchantId}/second-factor/confirm`, confirmation));
    const [account] = good(await shop.get('/api/merchant/accounts'));
    // 195 less the payout of 100 and its fee of 1.5.
    expect(account.sum.amount).toBe('93.50000000');
    // A code works once; the next one is good already, a step ahead of the clock.
    const code2FA = totpCode(merchantSeed, step + 1);
    const wish = { accountId: account.id, amount: '50', address, code2FA };
    const { id } = good(await shop.post('/api/merchant/withdrawals', wish));
    good(await boss.post(`/withdrawals/${id}/approve`, { reason }));
    good(await deputy.post(`/withdrawals/${id}/approve`, { reason }));
    expect(good(await boss.post(`/withdrawals/${id}/send`, { reason, txId: 'ab'.repeat(32) }))).toMatchObject({
      status: 4,
    });
    expect(good(await shop.get(`/api/merchant/withdrawals/${id}`)).txId).toBe('ab'.repeat(32));
  });

  it('has books that are right, and every setting in the audit log', async () => {
    expect(await quittance('verify')).toMatchObject({ isRight: true });
    const { items } = good(await boss.get('/audit-log?limit=200'));
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['load-catalogue', 'set-rate', 'create-store', 'create-maker']));
    expect(items).toContainEqual(expect.objectContaining({ action: 'load-catalogue', actor: 'cli', reason }));
    await stop(program);
  });
});
