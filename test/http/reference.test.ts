import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKindOfAnswer } from '../../src/api/answers.ts';
import type { Description } from '../../src/api/endpoint.ts';
import { merchantEndpoints } from '../../src/api/merchant/endpoints.ts';
import { publicEndpoints } from '../../src/api/public/endpoints.ts';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { examplesOf } from '../../src/reference/openapi-examples.ts';
import { documentedEndpoints, operatorDocument } from '../../src/reference/openapi-operator.ts';
import type { Body } from '../support/merchant-client.ts';
import { needs } from '../support/needs.ts';
import { signInAs } from '../support/operators.ts';
import { PublicClient } from '../support/public-client.ts';
import { eventually, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);

let service: TestService;
let page: string;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  page = await (await fetch(`${service.url}/docs`)).text();
  folder = await mkdtemp(join(tmpdir(), 'quittance-reference-'));
  await writeFile(join(folder, 'receipt.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  { path: '/docs', scripts: 1, links: ['openapi.json', 'docs/operator', 'quittance.postman_collection.json'] },
  { path: '/docs/createInvoice', scripts: 2, links: ['../openapi.json', '../docs', '../docs/operator'] },
  { path: '/docs/operator', scripts: 1, links: ['../openapi-operator.json', '../docs'] },
  { path: '/docs/operator/listInvoices', scripts: 1, links: ['../../openapi-operator.json', '../operator'] },
])('the reference page $path', ({ path, scripts, links }) => {
  let shown: Response;
  let text: string;

  beforeAll(async () => {
    shown = await fetch(`${service.url}${path}`);
    text = await shown.text();
  });

  it('is HTML that the browser must not guess about', () => {
    expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  it('allows its own style and script by their hashes, and nothing else', () => {
    const policy = shown.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const [element, count] of [['style', 1] as const, ['script', scripts] as const]) {
      const found = text.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
      const contents = [...found].map(([, content = '']) => content);
      expect(contents).toHaveLength(count);
      const [, allowed = ''] = new RegExp(`${element}-src ([^;]*)`).exec(policy) ?? [];
      for (const content of contents) {
        expect(allowed).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
      }
    }
  });

  it('loads nothing, and leads only to what this service has', async () => {
    const markup = text.replace(/<pre[\s\S]*?<\/pre>/g, '');
    expect(markup).not.toMatch(/ (src|srcset|style|on\w+)=|@import|url\(/);
    const addresses = [...markup.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address);
    const elsewhere = [...new Set(addresses.filter((address) => !/^(#|data:)/.test(address)))];
    expect(elsewhere).toEqual(expect.arrayContaining(links));
    const targets = new Set(elsewhere.map((address) => new URL(address, shown.url).href.replace(/#.*/, '')));
    const answers = await Promise.all(
      [...targets].map(async (target) => [target, (await fetch(target)).status] as const),
    );
    expect(answers.filter(([target, status]) => !target.startsWith(`${service.url}/`) || status !== 200)).toEqual([]);
  });
});

describe('the reference', () => {
  it('has no page that no operation or object gave its name', async () => {
    const answers = await Promise.all(
      ['/docs/nothing', '/docs/operator/nothing', '/docs/a/b'].map((path) => fetch(service.url + path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('is where the root leads to', async () => {
    const response = await fetch(service.url, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get('location') ?? '', response.url).href).toBe(`${service.url}/docs`);
  });

  it('goes with documents that name this service', async () => {
    const response = await fetch(`${service.url}/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(service.url))));
    const forPeople = await fetch(`${service.url}/openapi-operator.json`);
    expect(await forPeople.json()).toEqual(JSON.parse(JSON.stringify(operatorDocument(service.url))));
  });
});

describe('the programs on the page', () => {
  const snippets = [
    { id: 'snippet-curl', file: 'create.sh', command: 'sh', programs: ['curl', 'openssl'] },
    { id: 'snippet-node', file: 'create.mjs', command: process.execPath, programs: [] },
    { id: 'snippet-python', file: 'create.py', command: 'python3', programs: ['python3'] },
    { id: 'snippet-php', file: 'create.php', command: 'php', programs: ['php'] },
  ];
  const invoiceIds = new Set<string>();

  for (const { id, file, command, programs } of snippets) {
    it(`${id} creates an invoice, and a repeat in another language finds the same one`, async (context) => {
      needs(context, programs);
      await writeFile(join(folder, file), `${codeOf(id)}\n`);
      const { stdout } = await run(command, [file], { cwd: folder });
      const invoice = JSON.parse(stdout);
      expect(invoice).toMatchObject({
        status: 'new',
        internalId: 'order-1042',
        deals: [{ status: 'transfer_waiting' }],
      });
      invoiceIds.add(invoice.id);
      expect(invoiceIds.size).toBe(1);
    });
  }

  it('show a string and a signature that belong together', async () => {
    const stringToSign = codeOf('string-to-sign');
    const [url = '', body = ''] = [stringToSign.slice(4).split('{')[0], stringToSign.slice(stringToSign.indexOf('{'))];
    const lines = codeOf('worked-headers').split('\n');
    const given = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...given },
      body,
    });
    expect(response.status).toBe(200);
  });

  it('sign every example request: none is refused for its signature', async (context) => {
    needs(context, ['curl']);
    const pages = await Promise.all(
      [...merchantEndpoints, ...publicEndpoints].map(async ({ operationId }) =>
        (await fetch(`${service.url}/docs/${operationId}`)).text(),
      ),
    );
    const shown = pages.join('');
    const commands = [
      ...shown.matchAll(/<figcaption>Request<\/figcaption><pre tabindex="0"><code>([\s\S]*?)<\/code>/g),
    ];
    expect(commands.length).toBeGreaterThan(merchantEndpoints.length + publicEndpoints.length);
    const statuses: number[] = [];
    for (const [, code = ''] of commands) {
      const script = `${textOf(code)} -o /dev/null -w '%{http_code}'`;
      const { stdout } = await run('sh', ['-c', script], { cwd: folder });
      statuses.push(Number(stdout));
    }
    expect([...new Set(statuses)].filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6);
  });
});

describe('the examples', () => {
  it('have exactly the fields of real answers', async () => {
    expectSameFields(await realAnswers(service), merchantEndpoints);
  });

  it('the examples of the public interface have exactly the fields of real answers, and these fit their schemas', async () => {
    const answers = await realPublicAnswers(service);
    expectSameFields(answers, publicEndpoints);
    for (const { operationId, response } of publicEndpoints) {
      const answer = answers[operationId];
      if (answer === undefined) continue;
      expect({ operationId, faults: [...Value.Errors(response, answer)] }).toEqual({ operationId, faults: [] });
    }
  });
});

function expectSameFields(answers: Record<string, Body>, endpoints: readonly Description[]): void {
  const inJson = endpoints.filter(({ response }) => !isKindOfAnswer(response));
  expect(Object.keys(answers).sort()).toEqual(inJson.map(({ operationId }) => operationId).sort());
  for (const endpoint of inJson) {
    const { operationId } = endpoint;
    const { value } = Object.values(examplesOf(endpoint, service.url).response ?? {})[0] ?? {};
    expect({ operationId, fields: fieldsOf(value) }).toEqual({ operationId, fields: fieldsOf(answers[operationId]) });
  }
}

describe('the answers of the operator interface', () => {
  it('have the fields that the reference gives their shapes', async () => {
    const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    const { body: invoice } = await service.shop.createPayin({ internalId: 'seen', startDeal: true });
    const arrival = { requisiteId: 1, amount: '17.00', reference: 'nobody-s' };
    const address = { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', note: 'Treasury', reason: 'a test' };
    const answers: Record<string, Body> = {
      listInvoices: (await operator.get('/invoices')).body,
      readInvoice: (await operator.get(`/invoices/${invoice.id}`)).body,
      listDeals: (await operator.get('/deals')).body,
      readDeal: (await operator.get(`/deals/${invoice.deals[0].id}`)).body,
      enterArrival: (await operator.post('/arrivals', arrival)).body,
      listArrivals: (await operator.get('/arrivals')).body,
      listWithdrawals: (await operator.get('/withdrawals')).body,
      addStoreAddress: (await operator.post('/stores/1/addresses', address)).body,
      listStoreAddresses: (await operator.get('/stores/1/addresses')).body,
      listAuditLog: (await operator.get('/audit-log')).body,
    };
    const withdrawalId = answers['listWithdrawals']?.items[0].id;
    answers['readWithdrawal'] = (await operator.get(`/withdrawals/${withdrawalId}`)).body;
    for (const [operationId, answer] of Object.entries(answers)) {
      const schema = documentedEndpoints.find((endpoint) => endpoint.operationId === operationId)?.response ?? {};
      const faults = [...Value.Errors(schema, answer)];
      expect({ operationId, faults }).toEqual({ operationId, faults: [] });
      // With `at` only.
      const fields = namesOf(schema, 'properties').filter((name) => name !== 'past');
      expect({ operationId, fields: namesOf(answer) }).toEqual({ operationId, fields });
    }
  });
});

/** Names of the fields of an answer, or of its first row where it is a list; of a schema likewise. */
function namesOf(value: Body, key?: 'properties'): readonly string[] {
  const fields = key === undefined ? value : value[key];
  const rows = fields.items === undefined ? fields : key === undefined ? fields.items[0] : fields.items.items[key];
  return Object.keys(rows).sort();
}

/** The story of the examples, told by the service itself: one answer for each operation. */
async function realAnswers(service: TestService): Promise<Record<string, Body>> {
  const { shop, now } = service;
  const base = '/api/merchant';
  const receiver = await Receiver.start();
  const address = { notificationUrl: receiver.url, notificationToken: 'a-token-of-your-own' };
  const created = await shop.createPayin({ internalId: 'told', startDeal: true, ...address });
  const invoice = `${base}/invoices/${created.body.id}`;
  const unpaid = await shop.createPayin({ startDeal: true });
  const form = new FormData();
  form.set('disputeReason', 'invalid_sum');
  form.set('disputeReasonData[amount]', '900.00');
  const accounts = await shop.get(`${base}/accounts`);
  const withdrawal = await shop.post(`${base}/withdrawals`, {
    accountId: accounts.body[0].id,
    amount: '100',
    address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    code2FA: totpCode(demoSecrets.totpSeed, totpStep(now())),
  });
  const refund = await realRefund(service);
  const answers = {
    createInvoice: created.body,
    createRefund: refund,
    getRefund: (await shop.get(`${base}/refunds/${refund.id}`)).body,
    startDeal: (await shop.post(`${invoice}/start-deal`, {})).body,
    availablePaymentVariants: (await shop.get(`${invoice}/available-payment-variants`)).body,
    confirmTransfer: (await shop.confirm(created.body.id)).body,
    getInvoice: (await shop.get(invoice)).body,
    getInvoiceByInternalId: (await shop.get(`${base}/invoices/internal-id/told`)).body,
    openDispute: (await shop.upload(`${invoice}/dispute`, form)).body,
    cancelInvoice: (await shop.post(`${base}/invoices/${unpaid.body.id}/cancel`)).body,
    createWithdrawal: withdrawal.body,
    getWithdrawal: (await shop.get(`${base}/withdrawals/${withdrawal.body.id}`)).body,
    listAccounts: accounts.body,
    listPaymentOptions: (await shop.get(`${base}/payment-options`)).body,
    listPaymentMethods: (await shop.get(`${base}/payment-methods`)).body,
    currentRates: (await shop.get(`${base}/currency-rates/current`)).body,
    tryNotification: (await shop.post(`${base}/notifications/test`, address)).body,
  };
  const notification = `${base}/notifications/${created.body.id}_1`;
  await eventually(async () => (await shop.get(notification)).body.attempts.length === 1, 'the attempt');
  const feed = await shop.get(`${base}/notifications`);
  const told = {
    readNotificationFeed: feed.body.filter(({ invoice: { id } }: Body) => id === created.body.id),
    getNotification: (await shop.get(notification)).body,
    resendNotification: (await shop.post(`${notification}/resend`)).body,
    resendFailedNotifications: (await shop.post(`${base}/notifications/resend-failed`, { since: '2026-11-14' })).body,
  };
  await receiver.stop();
  return { ...answers, ...told };
}

/** Of a payin that an operator has settled. */
async function realRefund({ shop, url, db }: TestService): Promise<Body> {
  const paid = (await shop.createPayin({ amount: '1113.00', startDeal: true })).body;
  const operator = await signInAs({ url, pool: db.pool }, 'operator');
  await operator.post(`/deals/${paid.id}/settle`, { reason: 'a test' });
  return (await shop.post(`/api/merchant/invoices/${paid.id}/refunds`, { amount: '400.00' })).body;
}

async function realPublicAnswers(service: TestService): Promise<Record<string, Body>> {
  const { shop, url } = service;
  const payer = new PublicClient(url);
  await eventually(async () => (await payer.get('/book')).body.length > 0, 'a sealed page');
  const ticket = (await realRefund(service)).refundUrl.split('/').at(-1);
  const where = { paymentOption: 'TO_CARD', paymentMethod: 'sberbank', requisites: '2200000000000004', holder: 'A.' };
  const { id } = (await shop.createPayin({ amount: '1111.00', paymentOption: 'TO_CARD', paymentMethod: 'sberbank' }))
    .body;
  const unpaid = (
    await shop.createPayin({ amount: '1112.00', paymentOption: 'TO_CARD', paymentMethod: 'sberbank', startDeal: true })
  ).body;
  return {
    publicStartDeal: (await payer.startDeal(id)).body,
    getPublicInvoice: (await payer.read(id)).body,
    publicPaymentVariants: (await payer.get(`/invoices/${id}/available-payment-variants`)).body,
    publicConfirmTransfer: (await payer.confirm(id)).body,
    publicCancel: (await payer.cancel(unpaid.id)).body,
    publicDispute: (await payer.dispute(unpaid.id)).body,
    publicBanks: (await payer.get('/payment-methods/RUB')).body,
    publicRates: (await payer.get('/currency-rates/current')).body,
    publicBook: (await payer.get('/book')).body,
    getPublicRefund: (await payer.get(`/refunds/${ticket}`)).body,
    fillPublicRefund: await filled(`${url}/api/public/refunds/${ticket}`, where),
  };
}

async function filled(url: string, body: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  return await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Names of all fields, in order, at every depth; of a list, those of its first element. Values do not matter here. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf);
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.entries(value).map(([name, part]) => [name, fieldsOf(part)]);
}

function codeOf(id: string): string {
  const code = new RegExp(`<pre id="${id}" tabindex="0"><code>([\\s\\S]*?)</code></pre>`).exec(page)?.[1];
  expect(code, id).toBeDefined();
  return textOf(code ?? '');
}

/** What a person copies: the text of the markup. */
function textOf(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
