import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { findToldWork, tellFacts } from '../../src/storage/alerts/told-facts.ts';
import type { Body } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { PhoneClient } from '../support/phone-client.ts';
import { eventually, type Received, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { SmtpServer } from '../support/smtp-server.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/** Messages to people: by mail, by a bot, in a browser, at their own web server. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;
let receiver: Receiver;
let mail: SmtpServer;
let telegram: FakeTelegram;

/** Of the right form, and on no curve. */
const noPoint = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

beforeAll(async () => {
  mail = await SmtpServer.start();
  telegram = await FakeTelegram.start();
  service = await startTestService({
    SMTP_URL: mail.url,
    SMTP_FROM: 'pay@example.com',
    TELEGRAM_BOT_TOKEN: '7:secret',
    TELEGRAM_API_URL: telegram.url,
    WEB_PUSH_KEY: randomBytes(31).toString('hex').padStart(64, '1'),
  });
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  merchant = await signInDemo(service, 'merchant');
});
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await service.db.pool.query('delete from told_wishes');
  await service.db.pool.query(
    `update told_channels set removed_at = now(), created_at = created_at - interval '2 days'`,
  );
  await receiver.stop();
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
  await telegram.stop();
});

/** The Bot API as far as it is used, on a server of its own. */
class FakeTelegram {
  readonly sent: Body[] = [];
  updates: { readonly update_id: number; readonly message: object }[] = [];
  /** How often it was asked for them. */
  asked = 0;
  readonly #server: Server;

  static async start(): Promise<FakeTelegram> {
    const made = new FakeTelegram();
    await new Promise<void>((done) => made.#server.listen(0, '127.0.0.1', done));
    return made;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const say = (result: unknown) => response.end(JSON.stringify({ ok: true, result }));
        if (request.url === '/bot7:secret/getMe') return say({ username: 'quittance_bot' });
        if (request.url?.startsWith('/bot7:secret/getUpdates')) return say(this.#updatesOf(request.url));
        if (request.url !== '/bot7:secret/sendMessage') return response.writeHead(404).end();
        this.sent.push(JSON.parse(text));
        return say({});
      });
    });
  }

  /** Those below the offset are forgotten. */
  #updatesOf(path: string): object[] {
    const offset = Number(new URL(path, this.url).searchParams.get('offset'));
    this.updates = this.updates.filter((update) => update.update_id >= offset);
    this.asked += 1;
    return this.updates;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

async function addWebhook(client: OperatorClient, path = '/own'): Promise<Body> {
  const before = receiver.received.length;
  const { body } = await client.post('/me/channels', { kind: 'webhook', address: receiver.url + path, language: 'en' });
  expect(body.id, JSON.stringify(body)).toEqual(expect.any(Number));
  const sent = await receiver.until(before + 1);
  const { status } = await client.post(`/me/channels/${body.id}/confirm`, { code: sent.at(-1)?.body.code });
  expect(status).toBe(200);
  receiver.received.length = 0;
  return body;
}

const wish = (client: OperatorClient, kinds: readonly string[], channelId: number, more: object = {}) =>
  client.post('/me/wishes', { wishes: kinds.map((kind) => ({ kind, channelIds: [channelId] })), ...more });

async function startDeal(): Promise<Body> {
  const { body } = await service.shop.createPayin({ startDeal: true });
  return body;
}

const makerOf = async (dealId: string): Promise<number> =>
  (await service.db.pool.query('select maker_id from deals where id = $1', [dealId])).rows[0].maker_id;

async function startDealOfMaker1(): Promise<Body> {
  for (;;) {
    const invoice = await startDeal();
    if ((await makerOf(invoice.deals[0].id)) === 1) return invoice;
  }
}

describe('an address of a person', () => {
  it('is sent a code by mail, and nothing else before the code was given back', async () => {
    const { body } = await operator.post('/me/channels', {
      kind: 'email',
      address: 'vera@example.com',
      language: 'ru',
    });
    await eventually(() => mail.received.length > 0, 'the mail');
    const [sent] = mail.received;
    expect([sent?.from, sent?.to]).toEqual(['pay@example.com', ['vera@example.com']]);
    expect((await wish(operator, ['withdrawal'], body.id)).body[0].code).toBe('channel_not_confirmed');
    const code = await codeOf(body.id);
    const subject = /^Subject: (.*(?:\n .*)*)/m.exec(sent?.text ?? '')?.[1] ?? '';
    expect(decodeWords(subject)).toBe(`Ваш код: ${code}`);
    expect((await operator.post(`/me/channels/${body.id}/confirm`, { code: 'wrong' })).body[0].code).toBe(
      'channel_code_wrong',
    );
    expect(mail.received.length).toBe(1);
    expect((await operator.post(`/me/channels/${body.id}/confirm`, { code })).body).toEqual({ status: 'confirmed' });
    expect((await operator.get('/me/wishes')).body.channels).toMatchObject([
      { id: body.id, kind: 'email', address: 'vera@example.com', isConfirmed: true },
    ]);
  });

  it('is not confirmed by the right code after five wrong ones, nor by another user', async () => {
    const { body } = await operator.post('/me/channels', {
      kind: 'email',
      address: 'vera@example.com',
      language: 'en',
    });
    const code = await codeOf(body.id);
    expect((await maker.post(`/me/channels/${body.id}/confirm`, { code })).status).toBe(404);
    for (let tries = 0; tries < 5; tries += 1) await operator.post(`/me/channels/${body.id}/confirm`, { code: 'x' });
    expect((await operator.post(`/me/channels/${body.id}/confirm`, { code })).body[0].code).toBe('channel_code_wrong');
  });

  it.each([
    ['two addresses', { kind: 'email', address: 'a@example.com,b@example.com' }, 'invalid_email'],
    ['a line break', { kind: 'email', address: 'a@example.com\nbcc: b@example.com' }, 'invalid_email'],
    ['no web address', { kind: 'webhook', address: 'ftp://example.com/' }, 'invalid_url'],
    [
      'keys of no browser',
      { kind: 'push', address: 'https://push.example/1', keys: { p256dh: 'x', auth: 'y' } },
      'invalid_push',
    ],
    [
      'a key that is no point of the curve',
      { kind: 'push', address: 'https://push.example/1', keys: noPoint },
      'invalid_push',
    ],
    ['a kind that is none', { kind: 'pigeon', address: 'x' }, 'invalid_choice'],
  ])('cannot be %s', async (_title, change, code) => {
    expect((await operator.post('/me/channels', { language: 'en', ...change })).body[0].code).toBe(code);
  });

  it('can be added ten times a day, those that were removed since included', async () => {
    const add = async () => {
      const { body } = await merchant.post('/me/channels', { kind: 'email', address: 'a@example.com', language: 'en' });
      if (body.id !== undefined) await merchant.delete(`/me/channels/${body.id}`);
      return body;
    };
    for (let count = 0; count < 10; count += 1) expect((await add()).id).toEqual(expect.any(Number));
    expect((await add())[0].code).toBe('channels_of_day');
  });

  it('is a chat with the bot once its link was opened there, by itself and not in a group', async () => {
    const { body } = await operator.post('/me/channels', { kind: 'telegram', language: 'en' });
    const start = new URL(body.link).searchParams.get('start');
    expect(body.link).toBe(`https://t.me/quittance_bot?start=${start}`);
    telegram.updates = [
      { update_id: 1, message: { text: `/start ${start}`, chat: { id: -5, type: 'group' } } },
      { update_id: 2, message: { text: `/start ${body.id}_${'x'.repeat(32)}`, chat: { id: 6, type: 'private' } } },
      { update_id: 3, message: { text: `/start ${start}`, chat: { id: 42, type: 'private' } } },
    ];
    const isConfirmed = async () => (await operator.get('/me/wishes')).body.channels[0].isConfirmed;
    await eventually(isConfirmed, 'the chat');
    await wish(operator, ['dispute'], body.id);
    const invoice = await startDeal();
    await service.shop.dispute(invoice.id, { disputeReason: 'has_payment' });
    await eventually(() => telegram.sent.length > 0, 'the message');
    expect(telegram.sent).toMatchObject([{ chat_id: '42', text: expect.stringContaining('Dispute over 1') }]);
    expect(telegram.sent[0]?.text).toContain(`${service.publicUrl}/console/invoices/${invoice.id}`);
  });

  it('is a chat with the bot also when it could not be stored at once: the bot hears of it again', async () => {
    const { owner } = service.db;
    await owner.query(`create function refuse_chats() returns trigger language plpgsql as
      $$ begin raise exception 'the database is away'; end $$`);
    await owner.query(`create trigger refuse_chats before update of confirmed_at on told_channels
      for each row execute function refuse_chats()`);
    const isConfirmed = async () => (await operator.get('/me/wishes')).body.channels[0].isConfirmed;
    try {
      const { body } = await operator.post('/me/channels', { kind: 'telegram', language: 'en' });
      const start = new URL(body.link).searchParams.get('start');
      telegram.updates = [
        { update_id: 4, message: { text: `/start ${start}`, chat: { id: 43, type: 'private' } } },
        { update_id: 5, message: { text: 'hello', chat: { id: 43, type: 'private' } } },
      ];
      const before = telegram.asked;
      // Asked a third time, it has failed twice.
      await eventually(() => telegram.asked >= before + 3, 'the bot to be asked again');
      expect(await isConfirmed()).toBe(false);
    } finally {
      await owner.query('drop function refuse_chats() cascade');
    }
    await eventually(isConfirmed, 'the chat');
  });

  it('is a browser, which reads what it is sent and the push service does not', async () => {
    const browser = createECDH('prime256v1');
    const keys = { p256dh: browser.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') };
    const push = await PushService.start();
    const { pushKey } = (await operator.get('/me/wishes')).body;
    const { body } = await operator.post('/me/channels', { kind: 'push', address: push.url, keys, language: 'en' });
    await eventually(() => push.received.length > 0, 'the push');
    const [sent] = push.received as [PushedMessage];
    const content = JSON.parse(decrypt(sent.body, browser, Buffer.from(keys.auth, 'base64url')));
    expect(content.title).toBe(`Your code: ${await codeOf(body.id)}`);
    expect(sent.headers['content-encoding']).toBe('aes128gcm');
    const [, token = '', key] = /^vapid t=(.*), k=(.*)$/.exec(String(sent.headers['authorization'])) ?? [];
    expect(key).toBe(pushKey);
    expect(isSignedBy(token, pushKey)).toBe(true);
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud).toBe(
      new URL(push.url).origin,
    );
    await push.stop();
  });
});

describe('a person', () => {
  it('hears of a new deal with the last digits alone, signed with the secret of the address', async () => {
    const { id, secret } = await addWebhook(maker);
    await wish(maker, ['deal'], id);
    const invoice = await startDealOfMaker1();
    const number = invoice.deals[0].requisites.requisites;
    const [told] = (await receiver.until(1)) as [Received];
    expect(told.body).toMatchObject({ kind: 'deal', title: expect.stringMatching(/^New deal: 1,\d{3}\.\d{2} RUB$/) });
    expect(told.text).toContain(number.slice(-4));
    expect(told.text).not.toContain(number);
    const signed = `${told.headers['webhook-id']}.${told.headers['webhook-timestamp']}.${told.text}`;
    const expected = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
    expect(told.headers['webhook-signature']).toBe(expected);
  });

  it('hears of a fact once, though fifty look for it at once', async () => {
    const { id } = await addWebhook(maker);
    await wish(maker, ['deal'], id);
    const invoices = [await startDealOfMaker1(), await startDealOfMaker1()];
    await Promise.all(Array.from({ length: 50 }, () => tellFacts(service.db.pool, 'deal', service.now())));
    await eventually(async () => (await messagesOf(id, 'sent')) >= 2, 'the messages');
    await tellFacts(service.db.pool, 'deal', service.now());
    const { rows } = await service.db.pool.query(
      `select fact, count(*)::int4 as count from told_messages where channel_id = $1 and kind = 'deal' group by fact`,
      [id],
    );
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    expect(rows.map(({ fact }) => fact)).toEqual(
      expect.arrayContaining(invoices.map(({ deals }) => `deal ${deals[0].id}`)),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.received.length);
  });

  it('is told once more, under the same name, when a process was killed between sending and noting it', async () => {
    const { id } = await addWebhook(maker);
    await wish(maker, ['deal'], id);
    await startDealOfMaker1();
    await eventually(async () => (await messagesOf(id, 'sent')) >= 1, 'the message');
    const before = receiver.received.length;
    // What the database shows of a process that died there: leased, sent, and nothing written.
    await service.db.pool.query(
      `update told_messages set state = 'waiting', attempts = 0, ended_at = null, lease = gen_random_uuid(), due_at = now()
       where id = (select max(id) from told_messages where channel_id = $1 and kind = 'deal')`,
      [id],
    );
    const received = await receiver.until(before + 1);
    expect(received.at(-1)?.headers['webhook-id']).toBe(received[before - 1]?.headers['webhook-id']);
    await eventually(async () => (await messagesOf(id, 'waiting')) === 0, 'the note');
  });

  it('hears nothing more after losing a right, not even what waits', async () => {
    const login = 'leaving-maker';
    const leaving = await createSignedIn(service, { login, role: 'maker', makerId: 1 });
    const { id } = await addWebhook(leaving, '/leaving');
    await wish(leaving, ['deal'], id);
    receiver.behave = (_received, response) => response.writeHead(500).end();
    await startDealOfMaker1();
    await receiver.until(1);
    // It is due again a minute after this is noted.
    const failed = `select 1 from told_messages where channel_id = $1 and state = 'waiting' and attempts > 0`;
    await eventually(async () => (await service.db.pool.query(failed, [id])).rows.length > 0, 'the failure');
    const elsewhere = await operator.post('/makers', {
      name: 'Elsewhere',
      settlementCurrency: 'USDT',
      reason: 'a test',
    });
    await service.db.pool.query('update users set maker_id = $2 where login = $1', [login, elsewhere.body.id]);
    service.advance(61_000);
    await eventually(async () => (await messagesOf(id, 'dropped')) >= 1, 'it to be dropped');
    const before = receiver.received.length;
    await service.db.pool.query('update users set maker_id = 1, disabled = true where login = $1', [login]);
    await startDealOfMaker1();
    await tellFacts(service.db.pool, 'deal', service.now());
    expect(await messagesOf(id, 'waiting')).toBe(0);
    expect(receiver.received.length).toBe(before);
  });

  it('hears of a low balance and an audit alarm, and can wish for nothing that is not for the role', async () => {
    const { id } = await addWebhook(operator);
    expect((await wish(operator, ['deal'], id)).body[0]).toMatchObject({ code: 'told_kind_not_yours' });
    expect((await wish(operator, ['balance'], id)).body[0]).toMatchObject({ code: 'blank', field: 'lowBalanceBelow' });
    await wish(operator, ['balance', 'audit'], id, { lowBalanceBelow: 900_000_000 });
    await service.db.pool.query(
      `insert into book_faults (law, subject, detail, found_at) values ('a law', 'x', 'y', now())`,
    );
    await eventually(
      () => ['balance', 'audit'].every((kind) => receiver.received.some(({ body }) => body.kind === kind)),
      'all kinds',
    );
    await service.db.pool.query(`delete from book_faults where law = 'a law'`);
    // Money goes out again, for those that come after this one.
    expect((await operator.post('/audit')).body.moneyOut).toBe('open');
    const low = receiver.received.find(({ body }) => body.kind === 'balance');
    expect(low?.body.facts).toMatchObject({ currency: 'USDT', below: '900000000' });
    const alarms = receiver.received.filter(({ body }) => body.kind === 'audit').map(({ body }) => body.text);
    expect(alarms).toContain('a law: x');
    const wishes = (await operator.get('/me/wishes')).body;
    expect(wishes.kinds).toEqual(['dispute', 'device', 'balance', 'rate', 'audit', 'withdrawal']);
    expect(wishes.lowBalanceBelow).toBe(900_000_000);
  });

  it('has an address no more that says it is gone', async () => {
    const { id } = await addWebhook(maker);
    await wish(maker, ['deal'], id);
    receiver.behave = (_received, response) => response.writeHead(410).end();
    await startDealOfMaker1();
    const channels = async () => (await maker.get('/me/wishes')).body.channels;
    await eventually(async () => (await channels()).length === 0, 'the address to be closed');
  });
});

describe('a kind with a subscriber', () => {
  const reason = 'a test';
  const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' };
  const accountId = '0193f000-0000-7000-8000-000000000001';
  const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

  async function askWithdrawal(): Promise<void> {
    service.advance(30_000);
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const { status } = await service.shop.post('/api/merchant/withdrawals', {
      accountId,
      amount: '10',
      address,
      code2FA,
    });
    expect(status).toBe(200);
  }

  async function loseThePhone(): Promise<void> {
    await PhoneClient.paired(service.url, maker, 'Shelf');
    service.advance(3 * 60_000);
  }

  async function letTheRateAge(): Promise<void> {
    const aged = await operator.post('/rates', {
      ...pair,
      in: '100',
      out: '99',
      ageMaxMs: 60_000,
      isConfirmed: true,
      reason,
    });
    expect(aged.status).toBe(200);
    service.advance(61_000);
  }

  async function createPayout(): Promise<void> {
    expect((await service.shop.createPayout()).status).toBe(200);
  }

  // The rate comes last: without one nothing else begins.
  const facts = [
    ['payout', 'maker', createPayout, /^Payout to take: [\d,]+\.\d{2} RUB$/, '/console/payouts'],
    ['withdrawal', 'operator', askWithdrawal, /^Withdrawal waits: 10(\.\d+)? USDT$/, '/console/withdrawals'],
    ['withdrawal', 'merchant', askWithdrawal, /^Withdrawal waits: 10(\.\d+)? USDT$/, '/console/withdrawals'],
    ['device', 'maker', loseThePhone, /^Phone silent: Shelf$/, '/console/phones'],
    ['device', 'operator', loseThePhone, /^Phone silent: Shelf$/, '/console/makers/1'],
    ['rate', 'operator', letTheRateAge, /^Rate stopped: USDT\/RUB$/, '/console/rates'],
  ] as const;

  it.each(facts)('is told by mail and to a web server when it happens: %s, to the %s', async (...row) => {
    const [kind, role, happen, title, path] = row;
    const client = { operator, maker, merchant }[role];
    const to = `${kind}-${role}@example.com`;
    const web = await addWebhook(client);
    const { body: post } = await client.post('/me/channels', { kind: 'email', address: to, language: 'en' });
    await client.post(`/me/channels/${post.id}/confirm`, { code: await codeOf(post.id) });
    const mails = () => mail.received.filter((one) => one.to.includes(to) && !/^Subject: Your code/m.test(one.text));
    const wishes = [{ kind, channelIds: [web.id, post.id] }];
    expect((await client.post('/me/wishes', { wishes })).body).toEqual({ status: 'set' });
    await happen();
    const [told] = (await receiver.until(1, () => receiver.received.filter(({ body }) => body.kind === kind))) as [
      Received,
    ];
    expect(told.body).toMatchObject({ kind, title: expect.stringMatching(title) });
    expect(told.text).toContain(service.publicUrl + path);
    await eventually(() => mails().length > 0, 'the mail');
    expect(decodeWords(/^Subject: (.*(?:\n .*)*)/m.exec(mails()[0]?.text ?? '')?.[1] ?? '')).toMatch(title);
    expect(mails()[0]?.text).toContain(path);
  });

  it('is not looked for without a subscriber', async () => {
    const work = () => findToldWork(service.db.pool);
    await expect.poll(work).toEqual({ kinds: [], isWaiting: false });
    const { id } = await addWebhook(maker);
    await wish(maker, ['payout', 'deal'], id);
    expect((await work()).kinds).toEqual(['deal', 'payout']);
    receiver.behave = (_received, response) => response.writeHead(500).end();
    await maker.post('/me/channels', { kind: 'webhook', address: `${receiver.url}/code`, language: 'en' });
    await receiver.until(1);
    await wish(maker, [], id);
    // The code is sent again later, and somebody has to look when.
    expect(await work()).toEqual({ kinds: [], isWaiting: true });
  });

  it('is counted, with what came of it', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const [, sent] = /^quittance_told_total\{result="sent"\} (\d+)$/m.exec(metrics) ?? [];
    expect(Number(sent)).toBeGreaterThan(2 * facts.length);
    expect(metrics).toMatch(/^quittance_told_waiting \d+$/m);
  });
});

async function codeOf(channelId: number): Promise<string> {
  const { channelCode } = await import('../../src/domain/alerts/channel-code.ts');
  const { SecretBox } = await import('../../src/storage/secrets/secret-box.ts');
  const { readConfig } = await import('../../src/config/config.ts');
  const { masterKey, previousMasterKeys } = readConfig({ DATA_DIR: service.dataDir });
  const key = new SecretBox(masterKey, previousMasterKeys).deriveKey('codes of channels');
  const { rows } = await service.db.pool.query('select id, created_at from told_channels where id = $1', [channelId]);
  return channelCode(key, { id: channelId, createdAt: rows[0].created_at });
}

const messagesOf = async (channelId: number, state: string): Promise<number> =>
  (
    await service.db.pool.query(
      `select count(*)::int4 as count from told_messages where channel_id = $1 and state = $2 and kind <> 'code'`,
      [channelId, state],
    )
  ).rows[0].count;

/** A header in another alphabet (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_whole, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/g, (_hex, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    );
}

interface PushedMessage {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

class PushService {
  readonly received: PushedMessage[] = [];
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(201).end();
    });
  });

  static async start(): Promise<PushService> {
    const made = new PushService();
    await new Promise<void>((done) => made.#server.listen(0, '127.0.0.1', done));
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/push/1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** As a browser does it, by RFC 8291. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  expect(plain.at(-1)).toBe(2);
  return plain.subarray(0, -1).toString('utf8');
}

function isSignedBy(token: string, publicKey: string): boolean {
  const [head, claims, signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const text = Buffer.from(`${head}.${claims}`);
  return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}
