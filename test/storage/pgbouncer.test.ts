import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, expectLawsHold, type TestDatabase } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { startTestService } from '../support/service.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const name = new URL(db.url.replace('@/', '@x/')).pathname.slice(1);
  await db.owner.query(`alter database ${name} set timezone = 'Europe/Moscow'`);
});
afterAll(() => db.drop());

it('works through PgBouncer in session mode, with the server in another time zone', async (context) => {
  needs(context, ['pgbouncer']);
  const bouncer = await startPgBouncer(db.url, 'session');
  const service = await startTestService({ DATABASE_URL: bouncer.url, DATABASE_OWNER_URL: db.ownerUrl });
  const before = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      service.shop.createPayin({ internalId: `bounced ${index}`, startDeal: true }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [first] = answers;
  const read = await service.shop.get(`/api/merchant/invoices/${first?.body.id}`);
  expect(read.status).toBe(200);
  expect(Math.abs(Date.parse(read.body.createdAt) - before)).toBeLessThan(600_000);
  await expectLawsHold(db.pool);
  await service.stop();
  await bouncer.stop();
});

it('does not start behind a pooler that shares sessions, and says what to set', async (context) => {
  needs(context, ['pgbouncer']);
  const bouncer = await startPgBouncer(db.url, 'transaction');
  await expect(startTestService({ DATABASE_URL: bouncer.url, DATABASE_OWNER_URL: db.ownerUrl })).rejects.toThrow(
    /pool_mode = session/,
  );
  await bouncer.stop();
});
