import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorClient } from '../support/operator-client.ts';
import { eventually, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** A service that calls nothing in its own network, as in production: addresses there are refused. */
let service: TestService;
let operator: OperatorClient;
let receiver: Receiver;
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService({
    NOTIFY_PRIVATE: 'refused',
    WEB_PUSH_KEY: randomBytes(31).toString('hex').padStart(64, '1'),
  });
  operator = await signInDemo(service, 'operator');
  receiver = await Receiver.start();
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const privateAddresses = [
  'http://127.0.0.1:8080/',
  'http://localhost/',
  'http://db.localhost/',
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://2130706433/',
  'https://shop.example:5432/',
];

const p256dh = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url');
const keys = { p256dh, auth: randomBytes(16).toString('base64url') };

describe.each(privateAddresses)('%s', (address) => {
  it('is no endpoint of a store, neither a new one nor one that is changed', async () => {
    const wish = { kinds: ['invoice'], reason };
    const created = await operator.post('/stores/1/endpoints', { ...wish, url: address });
    expect([created.status, created.body[0]]).toMatchObject([400, { code: 'address_not_called', field: 'url' }]);
    const { body } = await operator.post('/stores/1/endpoints', { ...wish, url: 'https://shop.example/' });
    const changed = await operator.patch(`/stores/1/endpoints/${body.id}`, { url: address, reason });
    expect([changed.status, changed.body[0]]).toMatchObject([400, { code: 'address_not_called', field: 'url' }]);
    await operator.delete(`/stores/1/endpoints/${body.id}`, { reason });
  });

  it('is neither a web server nor a browser of a person', async () => {
    for (const channel of [{ kind: 'webhook' }, { kind: 'push', keys }]) {
      const { status, body } = await operator.post('/me/channels', { ...channel, address, language: 'en' });
      expect([status, body[0]]).toMatchObject([400, { code: 'address_not_called', field: 'address' }]);
    }
  });
});

describe('an address that was taken when private ones were allowed', () => {
  it('is not called as an endpoint, and the log of the event says why', async () => {
    const wish = { url: 'https://shop.example/', kinds: ['invoice'], reason };
    const { body } = await operator.post('/stores/1/endpoints', wish);
    const url = `${receiver.url}/own`;
    await service.db.pool.query('update store_endpoints set url = $2 where id = $1', [body.id, url]);
    const isKnown = async () => (await operator.get('/stores/1/endpoints')).body.items[0]?.url === url;
    await eventually(isKnown, 'the address');
    const { body: invoice } = await service.shop.createPayin();
    await service.shop.cancel(invoice.id);
    const attempts = async () =>
      (await operator.get(`/stores/1/endpoints/${body.id}/events`)).body.items[0]?.attempts ?? [];
    await eventually(async () => (await attempts()).length > 0, 'an attempt');
    expect((await attempts())[0]).toMatchObject({ outcome: 'forbidden', answer: expect.stringContaining('private') });
    expect(receiver.received).toEqual([]);
  });

  it('is not called as the web server of a person', async () => {
    const channel = { kind: 'webhook', address: 'https://own.example/', language: 'en' };
    const { body } = await operator.post('/me/channels', channel);
    await service.db.pool.query('update told_channels set address = $2 where id = $1', [
      body.id,
      `${receiver.url}/own`,
    ]);
    // The first attempt may have gone to the former address, which nobody answers at.
    const failure = async () => {
      await service.db.pool.query(`update told_messages set due_at = now() where channel_id = $1 and lease is null`, [
        body.id,
      ]);
      const { rows } = await service.db.pool.query('select failure from told_messages where channel_id = $1', [
        body.id,
      ]);
      return rows[0]?.failure ?? '';
    };
    await eventually(async () => (await failure()).startsWith('forbidden'), 'an attempt');
    expect(receiver.received).toEqual([]);
  });
});
