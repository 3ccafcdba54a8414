import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainFaults, openPage, type ReadPage } from '../../../src/domain/book/page-faults.ts';
import { Scrub } from '../../../src/storage/book/scrub-step.ts';
import { connect } from '../../../src/storage/database/connection.ts';
import { SecretBox } from '../../../src/storage/secrets/secret-box.ts';
import { demoMasterKey } from '../../support/database.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { signInAs } from '../../support/operators.ts';
import { patiently } from '../../support/patience.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-heads-'));
const headFile = join(folder, 'heads');
const secrets = new SecretBox(demoMasterKey);
let service: TestService;
let operator: OperatorClient;

beforeAll(async () => {
  service = await startTestService({
    AUDIT_INTERVAL_MS: '1000',
    AUDIT_HEAD_FILE: headFile,
    AUDIT_HEAD_INTERVAL_MS: '1000',
  });
  operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const pollOptions = { interval: 100 };
const pagesSealed = async (): Promise<number> =>
  (await service.db.pool.query('select count(*)::int as count from book_pages')).rows[0].count;
const moneyOut = () => operator.get('/audit').then(({ body }) => body.moneyOut);
const payoutStatus = () => service.shop.createPayout().then(({ status }) => status);

/** As the owner of the database does it, who can switch triggers off. */
async function rewrite(statement: string): Promise<void> {
  await service.db.owner.query(`begin; alter table transfers disable trigger user; alter table book_pages disable trigger user;
    alter table book_balances disable trigger user; ${statement};
    alter table transfers enable trigger user; alter table book_pages enable trigger user;
    alter table book_balances enable trigger user; commit`);
}

it('seals what happens, behind it, and tells the end of the book outside', async () => {
  // What was there at the start is in a page of its own.
  await expect.poll(pagesSealed, pollOptions).toBeGreaterThan(0);
  const before = await pagesSealed();
  expect((await service.shop.createPayin({ startDeal: true })).status).toBe(200);
  await expect.poll(pagesSealed, pollOptions).toBeGreaterThan(before);
  await expect
    .poll(() => readFileSync(headFile, { encoding: 'utf8', flag: 'a+' }), pollOptions)
    .toContain('"chain":"book"');
  expect((await operator.get('/audit')).body).toMatchObject({ moneyOut: 'open', violations: [] });
});

it('gives everybody the headers, which follow each other', async () => {
  const answer = await fetch(`${service.url}/api/public/book?after=0`);
  expect(answer.status).toBe(200);
  const pages = (await answer.json()) as { number: number; hash: string; header: string; signature: string }[];
  expect(pages.length).toBeGreaterThan(1);
  let previous: ReadPage | null = null;
  for (const { number, hash, header, signature } of pages) {
    const found = {
      number: BigInt(number),
      bytes: Buffer.from(header, 'base64'),
      hash: Buffer.from(hash, 'hex'),
      signature: Buffer.from(signature, 'base64'),
    };
    const { page, faults } = openPage(found);
    if (page === null) throw new Error('no header');
    expect([...faults, ...chainFaults(previous, page)]).toEqual([]);
    previous = page;
  }
  const last = (await (await fetch(`${service.url}/api/public/book`)).json()) as { number: number }[];
  expect(last).toHaveLength(1);
  expect(last[0]?.number).toBeGreaterThanOrEqual(pages.length);
});

/** The scrubber takes its time, so the test takes its steps: a round from wherever it is, and a whole one. */
async function scrubTwice(): Promise<void> {
  const { url, pool } = service.db;
  const scrub = new Scrub({ pool, secrets });
  const client = await connect(url, 'admin');
  for (let rounds = 0; rounds < 2; ) {
    if ((await scrub.step(client, Date.now())).isRoundOver) rounds += 1;
  }
  await client.end();
}

/** Read again each time: the service reads as well, and may write down late what it saw before a page was changed. */
async function moneyOutOnceRead(): Promise<string> {
  await scrubTwice();
  return await moneyOut();
}

it('stops money going out when a sealed transfer was rewritten, names its page, and goes on when it is right', async () => {
  await rewrite(`update transfers set created_at = created_at + interval '1 second' where id = 1`);
  await expect.poll(moneyOutOnceRead, pollOptions).toBe('stopped');
  const { violations } = (await operator.get('/audit')).body;
  expect(violations).toMatchObject([{ law: 'the book is as it was sealed', subject: 'page 1' }]);
  expect(violations[0].detail).toContain('a transfer was changed');
  expect(await payoutStatus()).toBe(503);
  await rewrite(`update transfers set created_at = created_at - interval '1 second' where id = 1`);
  await expect.poll(moneyOutOnceRead, pollOptions).toBe('open');
  await expect.poll(payoutStatus, pollOptions).toBe(200);
});

it('stops money going out while what has happened cannot be sealed, says why, and goes on when it can', async () => {
  const spoil = (by: string) => rewrite(`update book_balances set balance = balance ${by}`);
  await spoil('+ 1');
  expect((await service.shop.createPayin({ startDeal: true })).status).toBe(200);
  // Who reads balances or sealed pages again may find it as well, and sooner.
  const found = async () => (await operator.get('/audit')).body.violations;
  await expect.poll(found, pollOptions).toContainEqual(
    expect.objectContaining({
      law: 'what has happened can be sealed',
      detail: expect.stringContaining('another one than was sealed'),
    }),
  );
  expect(await moneyOut()).toBe('stopped');
  expect(await payoutStatus()).toBe(503);
  // A look at all books that finds nothing does not make up for it.
  expect((await operator.post('/audit')).body).toMatchObject({ moneyOut: 'stopped' });
  await spoil('- 1');
  // The service may have read pages again since, and written down what it saw.
  await expect.poll(moneyOutOnceRead, pollOptions).toBe('open');
  await expect.poll(payoutStatus, pollOptions).toBe(200);
});

it('stops money going out when the end of the book is gone, and names the pages', async () => {
  await expect.poll(pagesSealed, pollOptions).toBeGreaterThan(2);
  let ends = 0;
  // Every process has seen the end within a second, and the file has it: not each page that was the end for a moment.
  await patiently(async () => {
    ends = await pagesSealed();
    expect(readFileSync(headFile, 'utf8')).toContain(`"chain":"book","sequence":"${ends}"`);
  });
  await rewrite(`delete from book_balances where page > 1; delete from book_pages where number > 1`);
  await expect
    .poll(async () => (await service.db.pool.query('select lost from money_stops')).rows[0]?.lost, pollOptions)
    .toContainEqual({ subjectId: `page ${ends}`, what: 'page' });
  expect(await payoutStatus()).toBe(503);
});
