import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/totp.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { operationExamples } from '../../src/http/openapi-examples.ts';
import type { Body } from '../support/merchant-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);

let service: TestService;
let page: string;
let headers: Headers;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  const response = await fetch(`${service.url}/docs`);
  headers = response.headers;
  page = await response.text();
  folder = await mkdtemp(join(tmpdir(), 'quittance-reference-'));
  await writeFile(join(folder, 'receipt.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the reference page', () => {
  it('is HTML that the browser must not guess about', () => {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  it('allows its own style and script by their hashes, and nothing else', () => {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const element of ['style', 'script']) {
      const contents = [...page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
        ([, text]) => text,
      );
      expect(contents).toHaveLength(1);
      const hash = createHash('sha256')
        .update(contents[0] ?? '')
        .digest('base64');
      expect(policy).toContain(`${element}-src 'sha256-${hash}'`);
    }
  });

  it('loads nothing: no address in it is fetched', () => {
    const markup = page.replace(/<pre[\s\S]*?<\/pre>/g, '');
    expect(markup).not.toMatch(/ (src|srcset|style|on\w+)=|@import|url\(/);
    const links = [...markup.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address);
    expect(links.filter((address) => !/^(#|data:|openapi\.json$)/.test(address))).toEqual([]);
  });

  it('is where the root leads to', async () => {
    const response = await fetch(service.url, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get('location') ?? '', response.url).href).toBe(`${service.url}/docs`);
  });

  it('goes with a document that names this service', async () => {
    const response = await fetch(`${service.url}/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(service.url))));
  });
});

describe('the programs on the page', () => {
  const programs = [
    { id: 'snippet-curl', file: 'create.sh', command: 'sh', needs: ['curl', 'openssl'] },
    { id: 'snippet-node', file: 'create.mjs', command: process.execPath, needs: [] },
    { id: 'snippet-python', file: 'create.py', command: 'python3', needs: ['python3'] },
    { id: 'snippet-php', file: 'create.php', command: 'php', needs: ['php'] },
  ];
  const invoiceIds = new Set<string>();

  for (const { id, file, command, needs } of programs) {
    it.skipIf(!needs.every(isInstalled))(
      `${id} creates an invoice, and a repeat in another language finds the same one`,
      async () => {
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
      },
    );
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

  it.skipIf(!isInstalled('curl'))('sign every example request: none is refused for its signature', async () => {
    const commands = [...page.matchAll(/<figcaption>Request<\/figcaption><pre><code>([\s\S]*?)<\/code>/g)];
    expect(commands.length).toBeGreaterThan(Object.keys(operationExamples('')).length);
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
    const examples = operationExamples(service.url);
    const answers = await realAnswers(service);
    expect(Object.keys(answers).sort()).toEqual(Object.keys(examples).sort());
    for (const [operationId, answer] of Object.entries(answers)) {
      const { value } = Object.values(examples[operationId]?.response ?? {})[0] ?? {};
      expect({ operationId, fields: fieldsOf(value) }).toEqual({ operationId, fields: fieldsOf(answer) });
    }
  });
});

/** The story of the examples, told by the service itself: one answer for each operation. */
async function realAnswers({ shop, now }: TestService): Promise<Record<string, Body>> {
  const base = '/api/merchant';
  const created = await shop.createPayin({ internalId: 'told', startDeal: true });
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
  return {
    createInvoice: created.body,
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
  };
}

/** Names of all fields, in order, at every depth; of a list, those of its first element. Values do not matter here. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf);
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.entries(value).map(([name, part]) => [name, fieldsOf(part)]);
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version']).error === undefined;
}

function codeOf(id: string): string {
  const code = new RegExp(`<pre id="${id}"><code>([\\s\\S]*?)</code></pre>`).exec(page)?.[1];
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
