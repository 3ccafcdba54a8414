import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/storage/database/connection.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readText } from '../tidy/repository.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('is alive and ready', async () => {
  const [health, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(service.url + path)));
  expect([health?.status, await health?.json()]).toEqual([200, { status: 'ok' }]);
  expect([ready?.status, await ready?.json()]).toMatchObject([200, { status: 'ready', clock: { aheadMs: 0 } }]);
});

it('counts requests by route and status, not by path', async () => {
  const created = await service.shop.createPayin({ startDeal: true });
  await service.shop.read(created.body.id);
  await fetch(`${service.url}/no/such/path`);
  const metrics = await readMetrics();
  expect(metrics.get('quittance_http_requests_total{method="POST",route="/api/merchant/invoices",status="200"}')).toBe(
    1,
  );
  expect(
    metrics.get('quittance_http_requests_total{method="GET",route="/api/merchant/invoices/:id",status="200"}'),
  ).toBe(1);
  expect(metrics.get('quittance_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
  expect(metrics.get('quittance_http_request_seconds_count{route="/api/merchant/invoices"}')).toBe(1);
  expect([...metrics.keys()].filter((name) => name.includes(created.body.id) || name.includes('such'))).toEqual([]);
});

it('has the metrics that docs/operating.md explains, all of them and no others', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const shown = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => `${name} ${kind}`);
  const rows = [...readText('docs/operating.md').matchAll(/^\| `(quittance_\w+)` \| (\w+) \|/gm)];
  const explained = rows.map(([, name, kind]) => `${name} ${kind}`);
  // Only Linux tells these.
  const linuxOnly = /_process_(?:resident_memory|virtual_memory|heap)_bytes|_process_(?:open|max)_fds/;
  const expected = explained.filter((one) => process.platform === 'linux' || !linuxOnly.test(one));
  expect(shown.filter((one) => process.platform === 'linux' || !linuxOnly.test(one)).sort()).toEqual(expected.sort());
});

it('counts batches, their sizes and the time of the lanes', async () => {
  const before = await readMetrics();
  await Promise.all(Array.from({ length: 10 }, () => service.shop.createPayin()));
  const after = await readMetrics();
  const grownBy = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grownBy('quittance_batch_size_sum')).toBeGreaterThanOrEqual(10);
  expect(grownBy('quittance_batch_size_count')).toBeGreaterThanOrEqual(1);
  expect(grownBy('quittance_lane_seconds_count{outcome="stored"}')).toBeGreaterThanOrEqual(1);
  expect(grownBy('quittance_lane_seconds_sum{outcome="stored"}')).toBeGreaterThan(0);
});

it('shows the queue and the pool', async () => {
  await service.shop.get('/api/merchant/accounts');
  const metrics = await readMetrics();
  expect(metrics.get('quittance_queue_length')).toBe(0);
  expect(metrics.get('quittance_pool_connections')).toBeGreaterThanOrEqual(1);
  // A worker may be waiting for a connection just now, and not for long.
  await expect.poll(async () => (await readMetrics()).get('quittance_pool_waiting')).toBe(0);
});

it('opens no more connections than docs/operating.md says', async () => {
  const { rows } = await service.db.owner.query(
    `select replace(application_name, 'quittance-', '') as purpose, count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename <> current_user group by 1`,
  );
  const open: Readonly<Record<string, number>> = Object.fromEntries(rows.map(({ purpose, count }) => [purpose, count]));
  expect(open['engine']).toBe(2);
  // Two listen; the rest of 34 comes and goes with the checks of the books.
  expect(open['admin']).toBeGreaterThanOrEqual(2);
  expect(open['admin']).toBeLessThanOrEqual(12);
  expect(open['read']).toBeLessThanOrEqual(20);
});

it('counts refusals by code, those of the router included', async () => {
  const count = async (code: string) => (await readMetrics()).get(`quittance_refusals_total{code="${code}"}`) ?? 0;
  const codes = ['unauthorized', 'amount_too_small', 'blank', 'not_found'];
  const before = await Promise.all(codes.map(count));
  await fetch(`${service.url}/api/merchant/accounts`);
  await service.shop.createPayin({ amount: '1.00' });
  await service.shop.createPayin({ currency: '', amount: '' });
  await fetch(`${service.url}/no/such/path`);
  await fetch(`${service.url}/%zz`);
  const after = await Promise.all(codes.map(count));
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 1, 2]);
});

it('shows how far expiry is behind, and 0 when it is not', async () => {
  await service.shop.createPayin({ startDeal: true });
  const blocker = await connect(service.db.url, 'admin');
  await blocker.query('begin');
  await blocker.query('lock table invoices in exclusive mode');
  service.advance(2 * 3_600_000);
  // The invoice lived for an hour and its deal for a quarter of one.
  expect(await oldestUnexpired()).toBeGreaterThan(6_000);
  await blocker.query('commit');
  await blocker.end();
  while ((await oldestUnexpired()) !== 0) await delay(100);
});

it('does not take an invoice that waits for its confirmed money for a late one', async () => {
  const { body } = await service.shop.createPayin({ startDeal: true });
  await service.shop.confirm(body.id);
  service.advance(2 * 3_600_000);
  // Long enough for the worker to pass by.
  await delay(1_500);
  expect(await oldestUnexpired()).toBe(0);
});

async function oldestUnexpired(): Promise<number | undefined> {
  return (await readMetrics()).get('quittance_oldest_unexpired_seconds');
}

/** Each figure by its name and labels, as Prometheus writes them. */
async function readMetrics(): Promise<Map<string, number>> {
  const answer = await fetch(`${service.url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
