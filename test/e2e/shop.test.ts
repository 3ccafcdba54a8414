import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
    expect(await read(paid)).toEqual({ amount: '1000.01', status: 'paid', received: '1000.01' });
    expect(await read(short)).toEqual({ amount: '1000.03', status: 'paid', received: '900.03' });
    expect(await read(never)).toEqual({ amount: '1000.05', status: 'expired', received: null });
    const refused = await post('/buy?amount=1.00');
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([400, 'amount_too_small']);
    // What the service did not send changes nothing.
    const forged = await fetch(`${url}/notifications`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
  } finally {
    shop.kill();
    await once(shop, 'exit');
  }
});

it('the shop of docs/integrate.md is the one in examples/', () => {
  expect(readText('docs/integrate.md')).toContain(`\`\`\`ts\n${readText('examples/shop.ts')}\`\`\``);
});
