import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBook } from '../../src/storage/book/keep-book.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { readHead } from '../../verifier/kept.ts';
import { keptOfProof, type Verdict, verifyProof } from '../../verifier/verify.ts';
import { demoMasterKey } from '../support/database.ts';
import type { MerchantClient } from '../support/merchant-client.ts';
import { Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let account: string;

beforeAll(async () => {
  service = await startTestService();
  [account] = await accountsOf(service.shop);
});
afterAll(() => service.stop());

const secrets = new SecretBox(demoMasterKey);

async function accountsOf(shop: MerchantClient): Promise<[string]> {
  const { body } = await shop.get('/api/merchant/accounts');
  return body.map(({ id }: { id: string }) => id);
}

/** The file as it is sent, where it is one. */
async function askProof(shop: MerchantClient, id: string, query = '') {
  const path = `/api/merchant/accounts/${id}/proof${query}`;
  const signature = createHmac('sha1', shop.secret).update(`GET${shop.baseUrl}${path}`).digest('base64');
  const headers = { 'x-identity': shop.key, 'x-signature': signature };
  const response = await fetch(shop.baseUrl + path, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

const proofOf = async (query = '') => (await askProof(service.shop, account, query)).bytes;

/** Of available and frozen, in minor units. */
const balancesOf = ({ facts }: Verdict) => facts?.balances.map(({ leaf }) => leaf?.balance ?? 0n);

/** What the accounts hold, and what the last page that touched each says. */
async function readHeld(): Promise<{ readonly now: bigint[]; readonly sealed: bigint[] }> {
  const { rows } = await service.db.pool.query(
    `select a.balance, coalesce((select b.balance from book_balances b where b.account_id = a.id order by page desc limit 1), 0)
       as sealed
     from accounts a where owner_id = 1 and kind in ('store_available', 'store_frozen') and currency = 'USDT' order by kind`,
  );
  return { now: rows.map(({ balance }) => balance), sealed: rows.map(({ sealed }) => sealed) };
}

/** The service takes its time; the test does not. One of two who seal at once is refused by the database, and tries again. */
async function untilSealed(): Promise<bigint[]> {
  const client = await connect(service.db.url, 'admin');
  const step = { secrets, at: Date.now(), transfersMax: 10_000, from: null, isCheckDue: false };
  for (let held = await readHeld(); ; held = await readHeld()) {
    if (held.now.every((balance, at) => balance === held.sealed[at])) {
      await client.end();
      return held.now;
    }
    await keepBook(client, step).catch(({ code }) => expect(['23505', '40001']).toContain(code));
  }
}

describe('the proof of a store’s account', () => {
  it('proves the balances, and that they follow from all transfers', async () => {
    for (let payout = 0; payout < 3; payout += 1) expect((await service.shop.createPayout()).status).toBe(200);
    const held = await untilSealed();
    const { status, headers, bytes } = await askProof(service.shop, account);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.quittance.proof');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="balance-page-\d+\.proof"$/);
    const transfers: string[] = [];
    const verdict = verifyProof(bytes, { onTransfer: (_, { kind }) => transfers.push(kind) });
    expect(verdict).toMatchObject({ isProven: true, faults: [], facts: { since: 0, isOpeningProven: true } });
    expect(balancesOf(verdict)).toEqual(held);
    expect(transfers).toContain('top_up');
    expect(transfers.filter((kind) => kind.startsWith('payout_'))).toHaveLength(3);
  });

  it('goes on from a page that was kept, which is in it, and from no other', async () => {
    const kept = keptOfProof(await proofOf());
    expect((await service.shop.createPayout()).status).toBe(200);
    await untilSealed();
    const verdict = verifyProof(await proofOf(`?page=${kept.number}`), { kept: [kept] });
    expect(verdict).toMatchObject({
      isProven: true,
      points: { extends: 'holds' },
      facts: { since: kept.number, transfers: 1, isOpeningProven: true },
    });
    const whole = verifyProof(await proofOf(`?known=${kept.number}`), { kept: [kept] });
    expect(whole).toMatchObject({ isProven: true, points: { extends: 'holds' }, facts: { since: 0 } });
    const forked = { ...kept, hash: 'ab'.repeat(32) };
    const { faults } = verifyProof(await proofOf(`?page=${kept.number}`), { kept: [forked] });
    expect(faults).toMatchObject([{ code: 'fork', page: kept.number }]);
  });

  it('has the page whose end a notification has told the shop', async () => {
    const receiver = await Receiver.start();
    const told = async () => {
      const target = { notificationUrl: receiver.url, notificationToken: 'token' };
      await service.shop.post('/api/merchant/notifications/test', target);
      return receiver.received.at(-1)?.headers['book-head'] as string;
    };
    await expect.poll(told).toMatch(/^\d+:[0-9a-f]{64}$/);
    const head = readHead(await told());
    const verdict = verifyProof(await proofOf(`?known=${head?.number}`), { kept: head === null ? [] : [head] });
    expect(verdict).toMatchObject({ isProven: true, points: { extends: 'holds' } });
    await receiver.stop();
  });

  it('is made from transfers where a page was sealed without their hashes', async () => {
    await service.db.owner.query(`begin; alter table book_pages disable trigger user;
      update book_pages set leaves = null where number % 2 = 1; alter table book_pages enable trigger user; commit`);
    expect(verifyProof(await proofOf())).toMatchObject({ isProven: true });
  });

  it('names what was rewritten in the database', async () => {
    await service.db.owner.query(`begin; alter table transfers disable trigger user;
      update transfers set amount = amount + 1 where kind = 'top_up'; alter table transfers enable trigger user; commit`);
    const { faults } = verifyProof(await proofOf());
    expect(faults.map(({ code }) => code)).toEqual(expect.arrayContaining(['transfers', 'follows']));
    await service.db.owner.query(`begin; alter table transfers disable trigger user;
      update transfers set amount = amount - 1 where kind = 'top_up'; alter table transfers enable trigger user; commit`);
    expect(verifyProof(await proofOf())).toMatchObject({ isProven: true });
  });

  it('is for the own store alone, and for pages that are there', async () => {
    const [other] = await accountsOf(service.otherShop);
    expect((await askProof(service.shop, other)).status).toBe(404);
    expect((await askProof(service.otherShop, account)).status).toBe(404);
    const answer = await service.shop.get(`/api/merchant/accounts/${account}/proof?page=999999`);
    expect(answer).toMatchObject({ status: 400, body: [{ code: 'page_not_sealed' }] });
    expect((await service.shop.get(`/api/merchant/accounts/${account}/proof?page=x`)).status).toBe(400);
  });

  it('is refused to who asks for it all the time, with when to ask again', async () => {
    const [own] = await accountsOf(service.otherShop);
    const answers: Awaited<ReturnType<typeof askProof>>[] = [];
    // The clock stands still, so that no request is given back.
    await service.atRest(async () => {
      for (let at = 0; at < 70; at += 1) answers.push(await askProof(service.otherShop, own));
    });
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Buffer.from(refused?.bytes ?? []).toString()).toContain('proof_limit');
  });
});
