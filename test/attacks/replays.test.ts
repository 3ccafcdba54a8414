import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { expectLawsHold } from '../support/database.ts';
import { payout } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * Somebody has recorded a signed request and sends it again. As it was run: the same bytes of a payout without `internalId`, three
 * times, made three payouts, because `Idempotency-Key` is not signed.
 */
let service: TestService;
let operator: OperatorClient;
const hourMs = 3_600_000;
/** Longer than a test takes on any machine. */
const quarterMs = hourMs / 4;
const secret = demoSecrets.merchantSecret;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

interface Recorded {
  readonly path: string;
  readonly text: string;
  readonly headers: Record<string, string>;
}

const hmac = (algorithm: string, text: string) => createHmac(algorithm, secret).update(text).digest('base64');

/** A request as it went over the wire. */
function record(
  body: object,
  { path = '/api/merchant/invoices', timestamp = null as number | null, algorithm = 'sha1', extra = {} } = {},
): Recorded {
  const text = JSON.stringify(body);
  const signed = `POST${service.url}${path}${text}${timestamp ?? ''}`;
  return {
    path,
    text,
    headers: {
      'content-type': 'application/json',
      'x-identity': 'demo-store-key',
      [algorithm === 'sha1' ? 'x-signature' : 'x-signature-256']: hmac(algorithm, signed),
      ...(timestamp === null ? {} : { 'x-timestamp': String(timestamp) }),
      ...extra,
    },
  };
}

async function send({ path, text, headers }: Recorded, more: Record<string, string> = {}) {
  const response = await fetch(service.url + path, { method: 'POST', body: text, headers: { ...headers, ...more } });
  const answer = await response.text();
  return { status: response.status, text: answer, body: JSON.parse(answer) };
}

let serial = 0;
const aPayout = (change: object = {}) => ({ ...payout, userId: `replay ${serial++}`, ...change });

const frozen = async () =>
  (await service.db.pool.query('select balance from accounts where id = 12')).rows[0].balance as bigint;

/** By withdrawals alone: payouts of the tests before expire by themselves once the clock has been advanced. */
async function frozenForWithdrawals(): Promise<unknown> {
  const { rows } = await service.db.pool.query(
    `select count(*)::int, sum(amount) from transfers where kind = 'withdrawal_freeze'`,
  );
  expect(rows[0].count).toBeGreaterThan(0);
  return rows[0];
}

async function withDemands(demands: object, act: () => Promise<void>) {
  const { body } = await operator.patch('/stores/1', { ...demands, reason: 'a test' });
  expect(body).toMatchObject(demands);
  try {
    await act();
  } finally {
    const off = {
      repeatWindowMs: 24 * hourMs,
      payoutsNeedInternalId: false,
      needsSha256: false,
      needsTimestamp: false,
    };
    expect((await operator.patch('/stores/1', { ...off, reason: 'a test' })).status).toBe(200);
  }
}

describe('the same signed bytes of a payout', () => {
  it('are one payout, however often they come, with the first answer to the letter', async () => {
    const recorded = record(aPayout());
    const first = await send(recorded);
    expect(first.status).toBe(200);
    const after = await frozen();
    for (let time = 0; time < 3; time++) expect(await send(recorded)).toEqual(first);
    expect(await frozen()).toBe(after);
  });

  it('are one payout under other idempotency keys, which are not signed', async () => {
    const recorded = record(aPayout());
    const first = await send(recorded, { 'idempotency-key': 'of the shop' });
    const after = await frozen();
    expect(await send(recorded)).toEqual(first);
    expect(await send(recorded, { 'idempotency-key': 'of a thief' })).toEqual(first);
    expect(await send(recorded, { 'idempotency-key': 'of a thief' })).toEqual(first);
    expect(await frozen()).toBe(after);
    const other = await send(record(aPayout()), { 'idempotency-key': 'of a thief' });
    expect(other).toMatchObject({ status: 409, body: [{ code: 'idempotency_key_reused' }] });
  });

  it('are one payout when fifty come at once', async () => {
    const before = await frozen();
    const recorded = record(aPayout());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(recorded, index % 2 === 0 ? {} : { 'idempotency-key': `thief ${index}` }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const { rows } = await service.db.pool.query(
      'select maker_sum + fee_sum as cost from deals where invoice_id = $1',
      [answers[0]?.body.id],
    );
    expect((await frozen()) - before).toBe(rows[0].cost);
  });

  it('are a new payout once the window is over, and one again after that', async () => {
    await withDemands({ repeatWindowMs: hourMs }, async () => {
      const recorded = record(aPayout());
      const first = await send(recorded);
      service.advance(hourMs - quarterMs);
      expect(await send(recorded)).toEqual(first);
      service.advance(quarterMs);
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(recorded)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.body.id).not.toBe(first.body.id);
    });
  });

  it('are decided anew after a refusal: nothing was done', async () => {
    const recorded = record(aPayout());
    await service.db.pool.query('update stores set out_enabled = false where id = 1');
    expect((await send(recorded)).body).toMatchObject([{ code: 'pay_out_disabled' }]);
    await service.db.pool.query('update stores set out_enabled = true where id = 1');
    expect((await send(recorded)).status).toBe(200);
  });

  it('are as many payouts as come where a store has switched that off', async () => {
    await withDemands({ repeatWindowMs: 0 }, async () => {
      const recorded = record(aPayout());
      expect((await send(recorded)).body.id).not.toBe((await send(recorded)).body.id);
    });
  });

  it('show the payout as it is now where it has an internal ID, which is its safety for ever', async () => {
    const recorded = record(aPayout({ internalId: 'replayed' }));
    const { body } = await send(recorded);
    await service.shop.cancel(body.id);
    service.advance(48 * hourMs);
    expect((await send(recorded)).body).toMatchObject({ id: body.id, status: 'canceled' });
    operator = await signInDemo(service, 'operator');
  });
});

it('the same signed bytes of a withdrawal are one withdrawal, also while its code is good', async () => {
  service.advance(60_000);
  const code2FA = totpCode(demoSecrets.totpSeed, totpStep(service.now()));
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const body = { accountId: '0193f000-0000-7000-8000-000000000001', amount: '10', address, code2FA };
  const recorded = record(body, { path: '/api/merchant/withdrawals' });
  const first = await send(recorded);
  expect(first.status).toBe(200);
  const after = await frozenForWithdrawals();
  expect(await send(recorded, { 'idempotency-key': 'of another thief' })).toEqual(first);
  service.advance(hourMs);
  expect(await send(recorded)).toEqual(first);
  expect(await frozenForWithdrawals()).toEqual(after);
});

describe('a store that is careful', () => {
  it('takes no payout without an internal ID when it says so', async () => {
    await withDemands({ payoutsNeedInternalId: true }, async () => {
      for (const internalId of [undefined, null, '']) {
        const { status, body } = await send(record(aPayout({ internalId })));
        expect({ status, body }).toMatchObject({
          status: 400,
          body: [{ code: 'internal_id_needed', field: 'internalId' }],
        });
      }
      expect((await send(record(aPayout({ internalId: 'with an ID' })))).status).toBe(200);
    });
  });

  it('takes no SHA-1 alone when it demands SHA-256', async () => {
    await withDemands({ needsSha256: true }, async () => {
      expect((await send(record(aPayout()))).body).toMatchObject([{ code: 'signature_256_needed' }]);
      expect((await send(record(aPayout(), { algorithm: 'sha256' }))).status).toBe(200);
      const wrong = record(aPayout(), { extra: { 'x-signature-256': hmac('sha256', 'something else') } });
      expect((await send(wrong)).body).toMatchObject([{ code: 'unauthorized' }]);
    });
  });

  it('takes no request without a time when it demands one', async () => {
    await withDemands({ needsTimestamp: true }, async () => {
      expect((await send(record(aPayout()))).body).toMatchObject([{ code: 'timestamp_needed' }]);
      expect((await send(record(aPayout(), { timestamp: nowS() }))).status).toBe(200);
    });
  });
});

const nowS = () => Math.floor(Date.now() / 1000);

describe('a signed time', () => {
  it('is refused when it is old or ahead, with what the clock of the service says', async () => {
    for (const timestamp of [nowS() - 400, nowS() + 400, 0]) {
      const { status, body } = await send(record(aPayout(), { timestamp }));
      expect({ status, body }).toMatchObject({ status: 401, body: [{ code: 'timestamp_stale' }] });
    }
  });

  it('cannot be changed, added or taken away', async () => {
    const unauthorized = { status: 401, body: [{ code: 'unauthorized' }] };
    const recorded = record(aPayout(), { timestamp: nowS() - 400 });
    expect(await send(recorded, { 'x-timestamp': String(nowS()) })).toMatchObject(unauthorized);
    const { 'x-timestamp': _, ...headers } = recorded.headers;
    expect(await send({ ...recorded, headers })).toMatchObject(unauthorized);
    expect(await send(record(aPayout()), { 'x-timestamp': String(nowS()) })).toMatchObject(unauthorized);
    // What was signed after the body does not become part of it.
    const moved = { ...recorded, text: `${recorded.text}${recorded.headers['x-timestamp']}`, headers };
    expect((await send(moved)).status).toBe(400);
  });

  it('is seconds since 1970 and nothing else, however well it is signed', async () => {
    for (const header of ['soon', '-5', `${nowS()}.5`]) {
      const text = JSON.stringify(aPayout());
      const signed = `POST${service.url}/api/merchant/invoices${text}${header}`;
      const headers = { ...record({}).headers, 'x-signature': hmac('sha1', signed), 'x-timestamp': header };
      expect((await send({ path: '/api/merchant/invoices', text, headers })).status).toBe(401);
    }
  });

  it('makes a payout that is meant twice two payouts', async () => {
    const body = aPayout();
    const timestamp = nowS();
    const [one, other] = [record(body, { timestamp }), record(body, { timestamp: timestamp - 1 })];
    expect((await send(one)).body.id).not.toBe((await send(other)).body.id);
  });
});
