import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestNotification, Quittance, signTestNotification } from '../../sdk/src/index.ts';
import { merchantEndpoints } from '../../src/api/merchant/endpoints.ts';
import { errorCatalogue } from '../../src/errors/catalogue.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { verifyProof } from '../../verifier/verify.ts';
import { expectLawsHold } from '../support/database.ts';
import { blocksOf, isPrinted } from '../support/document-blocks.ts';
import { type Body, pngReceipt } from '../support/merchant-client.ts';
import { isHere, needsSdk, SdkDriver, type SdkLanguage, sdkLanguages } from '../support/sdk-driver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { readText } from '../tidy/repository.ts';
import { freshCode, tronAddress } from './conformance/support/authenticator.ts';
import { responseFaults } from './conformance/support/response-schemas.ts';

/**
 * The SDKs in Python and PHP on the real service: every operation, held against the same schemas and the same SDK in
 * TypeScript. A program of each language does what the test says.
 */
const secret = 'demo-merchant-secret';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const payin = { type: 'in', amount: '1000.00', currency: 'RUB' };
const receipt = { base64: pngReceipt.toString('base64') };

describe.for(sdkLanguages)('the SDK in $name', (language) => {
  let driver: SdkDriver;
  beforeAll(() => {
    if (isHere(language)) driver = new SdkDriver(language);
  });
  afterAll(() => driver?.end());

  const call = (method: string, given: readonly unknown[] = [], more: object = {}) =>
    driver.tell({ do: method, client: keys(), given, ...more });
  const answerOf = async (method: string, given: readonly unknown[] = [], named: object = {}): Promise<Body> => {
    const result = await call(method, given, { named });
    expect(result, method).toHaveProperty('answer');
    return result.answer;
  };

  it('has tests of its own, which pass', async (context) => {
    needsSdk(context, language);
    const cwd = join(projectFolder(), language.ownTestsFolder);
    const { stdout, stderr } = await promisify(execFile)(language.program, [...language.ownTests], { cwd });
    expect(stdout + stderr).toMatch(/^(Ran [1-9]\d* tests|[1-9]\d* tests, 0 failed)/m);
  });

  it('does every operation of the interface, and gives what its schema says', async (context) => {
    needsSdk(context, language);
    const internalId = `${language.name}/1 ü`;
    const done = new Map<string, Body>();
    const walk = async (operationId: string, given: readonly unknown[] = [], named: object = {}) => {
      const method = operationId === 'readNotificationFeed' ? 'readNotifications' : operationId;
      const answer = await answerOf(method, given, named);
      const endpoint = merchantEndpoints.find((one) => one.operationId === operationId);
      const path = `/api/merchant${endpoint?.path.replaceAll(/:\w+/g, 'x')}`;
      expect(responseFaults(endpoint?.method ?? '', path, answer), operationId).toEqual([]);
      done.set(operationId, answer);
      return answer;
    };
    const { id } = await walk('createInvoice', [{ ...payin, internalId }]);
    expect(await walk('availablePaymentVariants', [id])).toContainEqual({ option: 'SBP', method: 'sberbank' });
    expect((await walk('startDeal', [id, { paymentOption: 'SBP' }])).deals).toMatchObject([{ paymentOption: 'SBP' }]);
    expect((await walk('confirmTransfer', [id, receipt])).deals[0].attachments).toHaveLength(1);
    await service.atRest(async () => {
      expect(await walk('getInvoice', [id])).toEqual(await typescript().getInvoice(id));
      expect(await walk('getInvoiceByInternalId', [internalId])).toEqual(done.get('getInvoice'));
    });
    const disputed = await walk('openDispute', [id, 'invalid_sum'], { amount: '900.00', attachment: receipt });
    expect(disputed.deals[0]).toMatchObject({ disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.00' } });
    const paid = await answerOf('createInvoice', [{ ...payin, amount: '1200', startDeal: true }]);
    await (await signInDemo(service, 'operator')).post(`/deals/${paid.id}/settle`, { reason: 'a test' });
    const refund = await walk('createRefund', [paid.id, { amount: '400.00' }]);
    expect(await walk('getRefund', [refund.id])).toEqual(refund);
    const notificationUrl = 'http://127.0.0.1:1/';
    const other = await answerOf('createInvoice', [{ ...payin, amount: '1100', notificationUrl }]);
    expect(await walk('cancelInvoice', [other.id])).toMatchObject({ status: 'canceled', deals: [] });
    const [account] = await walk('listAccounts');
    await expect.poll(async () => await (await fetch(`${service.url}/api/public/book`)).json()).toHaveLength(1);
    const proof = Uint8Array.from(await answerOf('proveAccount', [account.id], { known: 1 }));
    expect(verifyProof(proof)).toMatchObject({ isProven: true });
    done.set('proveAccount', proof);
    const withdrawal = { accountId: account.id, address: tronAddress, code2FA: freshCode(service) };
    const amount = language.name === 'PHP' ? '10' : '11';
    const sent = await walk('createWithdrawal', [{ ...withdrawal, amount }]);
    expect((await walk('getWithdrawal', [sent.id])).sum.amount).toBe(`${amount}.00000000`);
    const banks = await walk('listPaymentOptions', [], { currency: 'KZT' });
    expect(banks.map(({ currency }: Body) => currency)).toEqual(banks.map(() => 'KZT'));
    await walk('listPaymentMethods');
    expect((await walk('currentRates', [], { currency: 'KZT' })).in.pair).toBe('USDT/KZT');
    // Links to receipts name the second at which they expire.
    await service.atRest(async () => {
      const feed = await walk('readNotificationFeed', [], { limit: 200 });
      expect(await answerOf('notifications', [], { limit: 1 })).toEqual(feed);
    });
    const webhookId = `${other.id}_1`;
    expect((await walk('getNotification', [webhookId])).body.invoice.status).toBe('canceled');
    await walk('resendNotification', [webhookId]);
    await walk('resendFailedNotifications', ['2026-11-14T00:00:00+00:00']);
    expect(await walk('tryNotification', [], { notificationUrl })).toMatchObject({ outcome: 'unreachable' });
    expect([...done.keys()].sort()).toEqual(merchantEndpoints.map(({ operationId }) => operationId).sort());
  });

  it('throws what the service refuses, by its code, with what to do', async (context) => {
    needsSdk(context, language);
    const { id } = await answerOf('createInvoice', [payin]);
    const wrong = { ...keys(), secret: 'wrong' };
    const reused = { named: { idempotencyKey: `reused-${language.name}` } };
    await call('createInvoice', [payin], reused);
    const errors = [
      await call('createInvoice', [{ ...payin, amount: '1' }]),
      await call('getInvoice', ['no-such-invoice']),
      await call('confirmTransfer', [id, receipt]),
      await driver.tell({ do: 'listAccounts', client: wrong }),
      await call('createInvoice', [{ ...payin, amount: '1001' }], reused),
    ].map(({ error }) => error);
    const suffix = language.name === 'PHP' ? 'Exception' : '';
    const refused = language.name === 'PHP' ? 'Refused' : 'RequestRefused';
    expect(errors).toEqual(
      (
        [
          [refused, 'amount_too_small', 400, 'amount'],
          ['NotFound', 'not_found', 404, null],
          [refused, 'deal_not_active', 400, null],
          ['Unauthorized', 'unauthorized', 401, null],
          ['Conflict', 'idempotency_key_reused', 409, null],
        ] as const
      ).map(([kind, code, status, field]) => ({
        kind: kind + suffix,
        code,
        status,
        field,
        whatToDo: errorCatalogue[code].advice,
      })),
    );
  });

  it('refuses a sum that is a float, in a body and in a form', async (context) => {
    needsSdk(context, language);
    const { misuse } = await call('createInvoice', [{ ...payin, amount: 1000.5 }]);
    expect(misuse).toContain('cannot hold money');
    expect(await call('openDispute', ['x', 'invalid_sum'], { named: { amount: 900.5 } })).toHaveProperty('misuse');
  });

  it.for([
    ['the answer was lost on its way', ''],
    ['a proxy answered in place of the service', 'HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n<html>'],
  ] as const)('does an act once though %s', async ([, instead], context) => {
    needsSdk(context, language);
    const before = await countInvoices();
    const careless = await loseFirstAnswer(instead);
    const { answer } = await driver.tell({ do: 'createInvoice', client: keys(careless.url), given: [payin] });
    careless.close();
    expect([answer.status, careless.connections(), (await countInvoices()) - before]).toEqual(['new', 2, 1]);
  });

  it('works on a machine whose clock is an hour wrong', async (context) => {
    needsSdk(context, language);
    const { answer } = await driver.tell({ do: 'listAccounts', client: { ...keys(), aheadSeconds: 3_600 } });
    expect(answer).toHaveLength(1);
  });

  it('believes the notifications that the SDK in TypeScript believes, and makes such', async (context) => {
    needsSdk(context, language);
    const notification = makeTestNotification('paid', { internalId: 'заказ-1' });
    const verify = async (signing: Parameters<typeof signTestNotification>[1], options: object, change = '') => {
      const { headers, body } = signTestNotification(notification, signing);
      const result = await driver.tell({ do: 'verify', headers, body: body + change, options: { secret, ...options } });
      return result.misuse ?? result.error?.code ?? result.answer.notification;
    };
    expect(await verify({ secret }, {})).toEqual(notification);
    expect(await verify({ secret }, { secret: ['another', secret] })).toEqual(notification);
    expect(await verify({ secret: 'another' }, {})).toBe('signature_wrong');
    expect(await verify({ secret }, {}, ' ')).toBe('signature_wrong');
    expect(await verify({ secret, token: 'a' }, { token: 'b' })).toBe('token_wrong');
    for (const unusable of [{ secret: '' }, { secret: [] }, { secret: [secret, ''] }, { token: '' }]) {
      expect(await verify({ secret: '' }, unusable), JSON.stringify(unusable)).toContain('empty');
    }
    expect(await verify({ secret, signedAtMs: Date.now() - 400_000 }, {})).toBe('age_wrong');
    const { answer: headers } = await driver.tell({ do: 'sign', options: { secret, token: 'a' } });
    expect(headers).toMatchObject({ 'x-notification-token': 'a', 'webhook-signature': expect.stringMatching(/^v1,/) });
  });

  it('has a README whose blocks are one program that runs', async (context) => {
    needsSdk(context, language);
    const blocks = blocksOf(language.readme, readText(language.readme));
    const program = blocks.filter(({ use }) => use.kind === 'program').map(({ text }) => text);
    const output = blocks.find(({ use }) => use.kind === 'program output')?.text ?? '';
    expect(program.length).toBeGreaterThan(4);
    const printed = await runProgram(language, program.join('\n\n').replaceAll(documentedUrl, service.url));
    expect(isPrinted(output, printed.replaceAll(service.url, documentedUrl)), printed).toBe(true);
  });
});

const documentedUrl = 'http://127.0.0.1:3000';

function keys(baseUrl = service.url) {
  return { baseUrl, apiKey: 'demo-store-key', secret };
}

function typescript(): Quittance {
  return new Quittance(keys());
}

async function countInvoices(): Promise<number> {
  const { rows } = await service.db.pool.query('select count(*)::int as count from invoices');
  return rows[0].count;
}

/** Passes on what is asked; in place of the first answer it says something else, or nothing, and hangs up. */
async function loseFirstAnswer(
  instead: string,
): Promise<{ url: string; connections: () => number; close: () => void }> {
  const { hostname, port } = new URL(service.url);
  let connections = 0;
  const server = createServer((client) => {
    const isLost = connections++ === 0;
    const upstream = dial(Number(port), hostname);
    client.pipe(upstream);
    const lose = () => (instead === '' ? client.destroy() : client.end(instead));
    upstream.on('data', (chunk) => (isLost ? lose() : client.write(chunk)));
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, connections: () => connections, close: () => void server.close() };
}

/** Where the SDK would be installed, it is found beside the program. */
async function runProgram({ name, program, extension }: SdkLanguage, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-readme-'));
  const file = join(folder, `readme.${extension}`);
  const php = `<?php\n\nrequire '${join(projectFolder(), 'sdk/php/autoload.php')}';\n\n`;
  await writeFile(file, (name === 'PHP' ? php : '') + text);
  const env = { ...process.env, PYTHONPATH: join(projectFolder(), 'sdk/python'), PYTHONDONTWRITEBYTECODE: '1' };
  try {
    return (await promisify(execFile)(program, [file], { env })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
