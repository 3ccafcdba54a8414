import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal, sendWithdrawalAct } from '../../../src/commands/withdrawal-work.ts';
import { readContent } from '../../../src/storage/book/read-content.ts';
import { readHorizon } from '../../../src/storage/book/read-unsealed.ts';
import { connect } from '../../../src/storage/connection.ts';
import { laws, touchedLaws } from '../../../src/storage/law-texts.ts';
import { checkLaw } from '../../../src/storage/ledger-laws.ts';
import { expectLawsHold, spoilBalance } from '../../support/database.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { signInAs } from '../../support/operators.ts';
import { byService } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { tronAddress, withdraw } from '../conformance/support/authenticator.ts';
import { formOf } from './authorization-table.ts';
import { brokenBooks } from './broken-books.ts';

describe('the self-audit', () => {
  let service: TestService;
  let operator: OperatorClient;
  /** Made while the books were right. */
  let waiting: { payoutId: string; withdrawalId: string; approvedId: string };

  beforeAll(async () => {
    service = await startTestService();
    const [payout, withdrawal, approved] = [
      await service.shop.createPayout(),
      await withdraw(service),
      await withdraw(service),
    ];
    waiting = { payoutId: payout.body.id, withdrawalId: withdrawal.body.id, approvedId: approved.body.id };
    await service.db.pool.query('update withdrawals set status = 3 where id = $1', [waiting.approvedId]);
    operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
  });
  afterAll(() => service.stop());

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^quittance_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const addToBalance = (amount: number) => spoilBalance(service.db.owner, 11, amount);
  it('has checked all laws when the service is up', async () => {
    const { status, body } = await operator.get('/audit');
    expect(status).toBe(200);
    expect(body).toMatchObject({ moneyOut: 'open', violations: [] });
    expect(body.laws.length).toBeGreaterThan(8);
    expect(body.laws.filter((one: { isHeld: boolean }) => !one.isHeld)).toEqual([]);
    expect(await metric('audit_violations')).toBe(0);
    expect(await metric('audit_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await metric('money_out_stopped')).toBe(0);
  });

  it('stops money going out when a law is broken, and lets it come in', async () => {
    await addToBalance(1);
    const { body } = await operator.post('/audit');
    expect(body.moneyOut).toBe('stopped');
    expect(body.violations.map((one: { law: string }) => one.law)).toEqual([
      'the sum of all balances of a currency is zero',
      'a balance equals the sum of its transfers',
    ]);
    expect(await metric('audit_violations')).toBe(2);
    expect(await metric('money_out_stopped')).toBe(1);

    for (const refused of [await service.shop.createPayout(), await withdraw(service)]) {
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject([{ code: 'money_out_stopped' }]);
      expect(refused.headers.get('retry-after')).not.toBeNull();
    }
    const payin = await service.shop.createPayin({ startDeal: true });
    expect(payin.status).toBe(200);
    expect(payin.body.deals).toHaveLength(1);
    expect((await service.shop.confirm(payin.body.id)).status).toBe(200);
  });

  it('stops the acts of people that let money out, and no others', async () => {
    const movement = { id: randomUUID(), amount: '5', reason: 'a test' };
    const refused = [
      await operator.post('/makers/1/pay-backs', movement),
      await operator.post(`/payouts/${waiting.payoutId}/take`, { makerId: 1, reason: 'a test' }),
      await operator.post(`/withdrawals/${waiting.withdrawalId}/approve`, { reason: 'a test' }),
      await operator.post(`/withdrawals/${waiting.approvedId}/send`, { txId: 'ab'.repeat(32), reason: 'a test' }),
    ];
    expect(refused.map(({ status, body }) => [status, body[0]?.code])).toEqual(
      refused.map(() => [503, 'money_out_stopped']),
    );
    expect((await operator.post('/makers/1/top-ups', movement)).status).toBe(200);
    const rejected = await operator.post(`/withdrawals/${waiting.withdrawalId}/reject`, { reason: 'a test' });
    expect(rejected.status).toBe(200);
  });

  it('lets money out again when the laws hold again', async () => {
    await addToBalance(-1);
    const { body } = await operator.post('/audit');
    expect(body).toMatchObject({ moneyOut: 'open', violations: [] });
    expect((await service.shop.createPayout()).status).toBe(200);
    expect((await withdraw(service)).status).toBe(200);
    expect(await metric('money_out_stopped')).toBe(0);
    await expectLawsHold(service.db.pool);
  });

  it('knows by itself what somebody else has found, and that it was put right', async () => {
    const moneyOut = async () => (await operator.get('/audit')).body.moneyOut;
    // A law of another release: nobody here looks whether it holds.
    await service.db.owner.query(
      `insert into book_faults (law, subject, detail, found_at) values ('a law of tomorrow', '1', 'a test', now())`,
    );
    await expect.poll(moneyOut).toBe('stopped');
    await service.db.owner.query('delete from book_faults');
    await expect.poll(moneyOut).toBe('open');
  });

  it('lets no money out while one of many is wrong, though only ten are shown', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      const { id } = (await service.shop.createPayin()).body;
      expect((await service.shop.cancel(id)).status).toBe(200);
      ids.push(id);
    }
    const { owner } = service.db;
    await owner.query('create table kept as select * from notifications where invoice_id = any($1)', [ids]);
    await owner.query('delete from notifications where invoice_id = any($1)', [ids]);
    const { violations } = (await operator.post('/audit')).body;
    expect(violations).toHaveLength(10);
    const putRight = (which: string, named: readonly string[]) =>
      owner.query(`insert into notifications select * from kept where ${which}`, [named]);
    const named = violations.map(({ subject }: { subject: string }) => subject);
    await putRight('invoice_id = any($1)', named);
    const left = async () => (await operator.get('/audit')).body;
    await expect.poll(async () => (await left()).violations.length).toBe(2);
    expect((await left()).moneyOut).toBe('stopped');
    await putRight('invoice_id <> all($1)', named);
    await expect.poll(async () => (await left()).moneyOut).toBe('open');
    await owner.query('drop table kept');
  });

  it('says first that there are more than it can name, and opens only when everything was looked at again', async () => {
    const client = await connect(service.db.url, 'admin');
    const cases = (count: number) =>
      checkLaw(client, 'a law', `select n::text, '' from generate_series(1, ${count}) n`);
    const [many, more] = [(await cases(1_000)).violations, (await cases(1_001)).violations];
    await client.end();
    expect([many.length, more.length, many[0]?.subject, more[0]?.subject]).toEqual([1_000, 1_001, '1', 'more']);

    const state = async () => (await operator.get('/audit')).body;
    await service.db.owner.query(`insert into book_faults (law, subject, detail, found_at)
      values ('every status change was notified, in order', 'more', 'a test', now())`);
    await expect.poll(async () => (await state()).moneyOut).toBe('stopped');
    // Whoever seals asks again what is known, and leaves this one as it is.
    const pages = async () => (await service.db.pool.query('select from book_pages')).rowCount ?? 0;
    const before = await pages();
    expect((await service.shop.createPayin({ startDeal: true })).status).toBe(200);
    await expect.poll(pages).toBeGreaterThan(before);
    expect((await state()).violations).toMatchObject([{ subject: 'more' }]);
    expect((await operator.post('/audit')).body).toMatchObject({ moneyOut: 'open', violations: [] });
  });

  it('gives many who ask at once one check', async () => {
    // The books cannot be read before all of them have asked.
    const holder = await service.db.owner.connect();
    await holder.query('begin; lock table accounts in access exclusive mode');
    const asked = Array.from({ length: 20 }, () => operator.post('/audit'));
    // Who asks now comes behind them.
    for (let turn = 0; turn < 3; turn++) await operator.get('/me');
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.laws))).size).toBeLessThanOrEqual(3);
  });

  it('is for operators', async () => {
    for (const role of ['maker', 'merchant'] as const) {
      const person = await signInAs({ url: service.url, pool: service.db.pool }, role);
      expect((await person.get('/audit')).status).toBe(403);
      expect((await person.post('/audit')).status).toBe(403);
    }
  });
});

/** Its own service, which keeps books with one thing of each kind; then it is stopped and they are broken, way by way. */
describe('each law of the books', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await keepBooksOfEveryKind(service);
    await expectLawsHold(service.db.pool);
    await service.stopService();
    await service.db.owner.query(unguarded);
  });
  afterAll(() => service.stop());

  it('has ways to break it in the table', () => {
    expect(Object.keys(brokenBooks)).toEqual(Object.keys(laws));
  });

  it('asks all laws of a hold unless it is what its deal says', async () => {
    const client = await service.db.owner.connect();
    const asked = async () => {
      const now = await readHorizon(client);
      const content = await readContent(client, { base: null, now, ids: null, rowsMax: 1_000 });
      return content.asked.filter(({ kind }) => kind === 'payin_hold').map(({ subjectId }) => subjectId);
    };
    try {
      await client.query('begin; alter table book_pages disable trigger user');
      // As before the first page.
      await client.query('truncate book_pages cascade');
      const { rows } = await client.query(
        `select d.id from deals d join transfers t on t.subject_id = d.id and t.kind = 'payin_hold'
         where d.type = 'in' and d.status in ('new', 'transfer_waiting') and d.ordinal = 1`,
      );
      const ids = rows.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      expect((await asked()).filter((id) => ids.includes(id))).toEqual([]);
      const ways = [
        'maker_sum = maker_sum + 1',
        'maker_id = maker_id + 1',
        `status = 'canceled'`,
        'ordinal = 2',
        `type = 'out'`,
      ];
      for (const change of ways) {
        await client.query(`savepoint before; update deals set ${change} where id = '${ids[0]}'`);
        expect(await asked()).toContain(ids[0]);
        await client.query('rollback to before');
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  const ways = Object.entries(brokenBooks).flatMap(([law, spoilers]) =>
    spoilers.map((spoiler) => [law, spoiler.replace(/\s+/g, ' '), spoiler] as const),
  );
  it.each(ways)('"%s" finds: %s', async (law, _, spoiler) => {
    const client = await service.db.owner.connect();
    try {
      await client.query('begin');
      const { rowCount } = await client.query(spoiler);
      expect(rowCount).toBeGreaterThan(0);
      expect((await client.query(laws[law] ?? '')).rowCount).toBeGreaterThan(0);
      // Asked of everything there is, a law of subjects finds the same.
      const touched = touchedLaws[law];
      if (touched === undefined) return;
      const { rows } = await client.query(
        `select id from deals union select id from withdrawals union select deal_id from arrivals where deal_id is not null
         union select id from invoices union select subject_id from transfers`,
      );
      const found = await client.query(touched.query, [rows.map(({ id }) => id)]);
      expect(found.rowCount).toBeGreaterThan(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

/** Takes away what would refuse to write a wrong book: triggers of our own, foreign keys, checks and unique indexes. */
const unguarded = `do $$
  declare one record;
  begin
    for one in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I disable trigger user', one.tablename);
    end loop;
    for one in select conname, conrelid::regclass as name from pg_constraint
      where contype in ('f', 'c') and connamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint %I', one.name, one.conname);
    end loop;
    for one in select indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indrelid
      where indisunique and not indisprimary and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid) loop
      execute format('drop index %s', one.name);
    end loop;
  end $$`;

async function keepBooksOfEveryKind(service: TestService): Promise<void> {
  const { shop } = service;
  await sendOne(service);
  service.advance(60_000);
  const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
  const [reason, by] = ['a test', { makerId: 1, reason: 'a test' }];
  const payin = async (amount: string) => (await shop.createPayin({ startDeal: true, amount })).body;
  const answers = [];
  await payin('1001.00');
  answers.push(await shop.confirm((await payin('1002.00')).id));
  answers.push(await shop.dispute((await payin('1003.00')).id, { disputeReason: 'has_payment' }));
  answers.push(await shop.cancel((await payin('1004.00')).id));
  const [settled] = (await payin('1005.00')).deals;
  const { requisiteId } = (await operator.get(`/deals/${settled.id}`)).body;
  answers.push(await operator.post('/arrivals', { requisiteId, amount: '1005.00', reference: 'bank-1005' }));
  answers.push(await operator.post('/arrivals', { requisiteId, amount: '7.77', reference: 'bank-777' }));
  const merchant = await signInAs({ url: service.url, pool: service.db.pool }, 'merchant');
  answers.push(await merchant.patch('/stores/1/payment-policy', { excess: 'apart', reason }));
  const [over, kept] = [await payin('1006.00'), await payin('1007.00')];
  for (const { deals } of [over, kept])
    answers.push(await operator.post(`/deals/${deals[0].id}/settle`, { amount: '1017.00', reason }));
  answers.push(await operator.post(`/invoices/${kept.id}/excess/keep`, { reason }));
  await shop.createPayout();
  answers.push(await shop.cancel((await shop.createPayout()).body.id));
  const paid = (await shop.createPayout()).body;
  answers.push(await operator.post(`/payouts/${paid.id}/take`, by));
  answers.push(await operator.upload(`/payouts/${paid.id}/proof`, formOf({ reason })));
  answers.push(await operator.post(`/deals/${paid.id}/settle`, { reason }));
  const rejected = await withdraw(service);
  answers.push(await operator.post(`/withdrawals/${rejected.body.id}/reject`, { reason }));
  service.advance(60_000);
  answers.push(await withdraw(service));
  expect(answers.map(({ status, body }) => (status === 200 ? 200 : body))).toEqual(answers.map(() => 200));
}

/** As two operators would, after the day that a merchant's new people make it wait. */
async function sendOne(service: TestService): Promise<void> {
  const { body } = await withdraw(service);
  const seen = { storeId: 1, accountId: body.accountId, address: tronAddress };
  const act = { ...byService, withdrawalId: body.id, seen, ofDay: [], isAlone: true };
  await service.engine.submit(approveWithdrawal({ ...act, userId: 1, trustedSince: 0 }));
  await service.engine.submit(sendWithdrawalAct({ ...act, txId: 'ab'.repeat(32) }));
}

it('checks at its interval without being asked', async () => {
  const service = await startTestService({ AUDIT_INTERVAL_MS: '1000' });
  try {
    await service.db.pool.query('update requisite_loads set active_deals = 1 where requisite_id = 1');
    await expect.poll(() => service.shop.createPayout().then(({ status }) => status)).toBe(503);
    await service.db.pool.query('update requisite_loads set active_deals = 0 where requisite_id = 1');
    await expect.poll(() => service.shop.createPayout().then(({ status }) => status)).toBe(200);
  } finally {
    await service.stop();
  }
});
