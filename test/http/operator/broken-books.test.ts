import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal, sendWithdrawalAct } from '../../../src/commands/withdrawals/withdrawal-work.ts';
import { readContent } from '../../../src/storage/book/read-content.ts';
import { readHorizon } from '../../../src/storage/book/read-unsealed.ts';
import { laws, touchedLaws } from '../../../src/storage/ledger/law-texts.ts';
import { expectLawsHold } from '../../support/database.ts';
import { signInAs } from '../../support/operators.ts';
import { byService } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { tronAddress, withdraw } from '../conformance/support/authenticator.ts';
import { formOf } from './authorization-table.ts';
import { brokenBooks } from './broken-books.ts';

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
