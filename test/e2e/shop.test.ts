import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptOfProof, verifyProof } from '../../verifier/verify.ts';
import { blocksOf } from '../support/document-blocks.ts';
import { freePort, untilAnswered } from '../support/free-port.ts';
import type { Body } from '../support/merchant-client.ts';
import { installPackedSdk, type SdkProject } from '../support/packed-sdk.ts';
import { eventually } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readText } from '../tidy/repository.ts';

let service: TestService;
let project: SdkProject;

beforeAll(async () => {
  [service, project] = await Promise.all([
    startTestService({ SANDBOX_FATES: 'on', NOTIFY_RETRY_PAUSES_MS: '100,100,100' }),
    installPackedSdk(),
  ]);
});
afterAll(async () => {
  await project.remove();
  await service.stop();
});

it('the shop of docs/integrate.md sells, with the SDK from its package', async () => {
  await project.write('shop.mts', readText('examples/shop.ts'));
  expect(await project.compile('shop.mts')).toBe('');
  const port = await freePort();
  const shop = spawn(process.execPath, ['shop.mjs'], {
    cwd: project.folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), QUITTANCE_URL: service.url },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswered(url);
    const post = (path: string) => fetch(url + path, { method: 'POST' });
    const jsonOf = async (response: Response) => (await response.json()) as Body;
    const order = async (amount: string) => (await jsonOf(await post(`/buy?amount=${amount}`))).orderId;
    const read = async (id: string) => await jsonOf(await fetch(`${url}/orders/${id}`));
    const [paid, short, never] = [await order('1000.01'), await order('1000.03'), await order('1000.05')];
    const isOver = async (id: string) => (await read(id)).status !== 'new';
    await eventually(async () => (await Promise.all([paid, short, never].map(isOver))).every(Boolean), 'the orders');
    expect(await read(paid)).toMatchObject({ amount: '1000.01', status: 'paid', received: '1000.01' });
    expect(await read(short)).toMatchObject({ amount: '1000.03', status: 'paid', received: '900.03' });
    expect(await read(never)).toMatchObject({ amount: '1000.05', status: 'expired', received: null });
    const refused = await post('/buy?amount=1.00');
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([400, 'amount_too_small']);
    // What the service did not send changes nothing.
    const forged = await fetch(`${url}/notifications`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    // A malformed request does not end it either.
    const odd = connect(port, '127.0.0.1', () => odd.write('GET // HTTP/1.1\r\nHost: shop\r\n\r\n'));
    await once(odd, 'close');
    expect((await read(paid)).status).toBe('paid');
  } finally {
    shop.kill();
    await once(shop, 'exit');
  }
});

/** A page of the book with nothing of the shop: a maker's money is held for a deal of another store. */
async function sealForeignPage(amount: string): Promise<void> {
  const read = async () => (await (await fetch(`${service.url}/api/public/book`)).json()) as Body[];
  const before = await read();
  expect((await service.otherShop.createPayin({ amount, startDeal: true })).body.deals).toHaveLength(1);
  await eventually(async () => (await read())[0]?.number > (before[0]?.number ?? 0), 'the next page');
}

it('the monthly proofs of docs/integrate.md hold against each other, whosever transfers the kept page has', async () => {
  const blocks = blocksOf('docs/integrate.md', readText('docs/integrate.md'));
  const program = blocks.find(({ use }) => use.kind === 'file' && use.name === 'take-proof.mjs');
  await project.write('take-proof.mjs', program?.text ?? '');
  const commands = blocks.flatMap(({ text }) => text.match(/^node take-proof\.mjs .+$/gm) ?? []);
  const [october = '', november = ''] = commands.map((command) => command.split(' ')[2]);
  const env = { PATH: process.env['PATH'] ?? '', QUITTANCE_URL: service.url };
  for (const [at, command] of commands.entries()) {
    await sealForeignPage(`200${at}.00`);
    await promisify(execFile)(process.execPath, command.split(' ').slice(1), { cwd: project.folder, env });
  }
  const proofOf = async (name: string) => new Uint8Array(await readFile(join(project.folder, name)));
  const kept = keptOfProof(await proofOf(october));
  const verdict = verifyProof(await proofOf(november), { kept: [kept] });
  expect(verdict).toMatchObject({ faults: [], isProven: true, points: { extends: 'holds' } });
  expect(verdict.facts?.page).toBeGreaterThan(kept.number);
});

it('the shop of docs/integrate.md is the one in examples/', () => {
  expect(readText('docs/integrate.md')).toContain(`\`\`\`ts\n${readText('examples/shop.ts')}\`\`\``);
});
