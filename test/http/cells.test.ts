import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startCellsProxy } from '../support/haproxy.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { needs } from '../support/needs.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

const needsProxy = (context: TestContext) => needs(context, ['haproxy']);
let address: string;
let cells: readonly [TestService, TestService];

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const env = { PUBLIC_URL: address, TRUSTED_PROXIES: '127.0.0.1' };
  cells = [await startTestService({ ...env, CELL: '0' }), await startTestService({ ...env, CELL: '1' })];
});
afterAll(() => Promise.all(cells.map((cell) => cell.stop())));

const hostOf = (cell: TestService) => new URL(cell.url).host;

/** A store's program that knows the one address, with a key that its cell has made. */
async function programOf(cell: TestService): Promise<MerchantClient> {
  const operator = await OperatorClient.signedIn(cell.url, 'operator', 'demo-operator-password');
  const { status, body } = await operator.post('/stores/1/keys', { name: 'cells', reason: 'a test' });
  expect(status).toBe(200);
  return new MerchantClient(address, body.key, 'demo-merchant-secret');
}

it('serves programs and payers of two cells at one address', async (context) => {
  needsProxy(context);
  const proxy = await startCellsProxy({
    port: Number(new URL(address).port),
    servers: [hostOf(cells[0]), hostOf(cells[1])],
  });
  for (const path of ['/metrics', '/%6detrics', '/healthz', '/%68ealthz', '/readyz', '/proxy%7A']) {
    expect([path, (await fetch(address + path)).status]).toEqual([path, 404]);
  }
  for (const [number, cell] of cells.entries()) {
    const program = await programOf(cell);
    const created = await program.createPayin({ startDeal: true });
    expect(created.status).toBe(200);
    const { id } = created.body;
    expect(id.slice(34)).toBe(`0${number}`);
    expect((await program.get(`/api/merchant/invoices/${id}`)).body.id).toBe(id);
    const publicly = await fetch(`${address}/api/public/invoices/${id}`);
    expect([publicly.status, ((await publicly.json()) as { id: string }).id]).toEqual([200, id]);
    expect((await fetch(`${address}/pay/${id}`)).status).toBe(200);

    expect((await program.confirm(id)).status).toBe(200);
    const [receipt] = (await program.get(`/api/merchant/invoices/${id}`)).body.deals[0].attachments;
    expect((await fetch(receipt)).status).toBe(200);
  }
  await proxy.stop();
});

it('refuses to start a database as another cell than it is', async () => {
  const [, cell] = cells;
  await cell.stopService();
  await expect(startTestService({ DATABASE_URL: cell.db.url, CELL: '0' })).rejects.toThrow(
    'This database is cell 1, and CELL says 0.',
  );
});
