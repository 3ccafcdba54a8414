import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNotification } from '../../src/storage/reads/notifications/notification-reads.ts';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** Invoices of one internal ID in every state, two of them paid, and one settled with another sum than was asked for. */
describe('the migration of payin repeats', () => {
  const id = (digit: number) => `0193f000-0000-7000-8000-00000000000${digit}`;
  let db: DatabaseBefore;
  const snapshot = (digit: number, amount: string) => {
    const unknown = { receivedFromTaker: null, receivedFromMaker: null, serviceFee: null, payoutSum: null };
    return { id: id(digit), amount, ...unknown };
  };

  beforeAll(async () => {
    db = await databaseBefore('payin-repeats');
    const rows = [
      ['order', 'in', 'paid', 100],
      ['order', 'in', 'paid', 100],
      ['order', 'in', 'new', 100],
      ['order', 'in', 'expired', 100],
      ['order', 'out', 'new', 100],
      ['short', 'in', 'paid', 60],
    ] as const;
    for (const [index, [internalId, type, status, amount]] of rows.entries()) {
      await db.pool.query(
        `insert into invoices (id, store_id, internal_id, type, status, amount, is_sum_changed, currency,
           notification_url, notification_token, created_at, expire_at, updated_at)
         values ($1, 1, $2, $3, $4, $5, $6, 'RUB', '', '', now(), now(), now())`,
        [id(index + 1), internalId, type, status, amount, internalId === 'short'],
      );
    }
    await db.pool.query(
      `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
         number, holder, amount, received_amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
       values ($1, $1, 1, 'in', 'completed', 'SBP', 'vtb', 1, 1, '+79000000001', '', 80, 60, 'RUB', 1, 0, 0, now(), now(), false)`,
      [id(6)],
    );
    await db.pool.query(
      `insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
       values ($1, 1, 1, $2, now(), 1), ($3, 1, 1, $4, now(), 2)`,
      [
        id(6),
        {
          invoice: snapshot(6, '60'),
          deal: { amount: '80', receivedAmount: '60', rate: '1', makerSum: '0', feeSum: '0' },
        },
        id(4),
        { invoice: snapshot(4, '100'), deal: null },
      ],
    );
    await db.migrate();
  });
  afterAll(() => db.drop());

  it('the open payin keeps its name, and no other one has it', async () => {
    expect(await db.values('select id from invoices where holds_name')).toEqual([[id(3)]]);
  });

  it('the sum asked for is the deal’s where the sum was changed', async () => {
    expect(await db.values('select amount, asked_amount from invoices order by id')).toEqual([
      ...Array.from({ length: 5 }, () => [100n, 100n]),
      [60n, 80n],
    ]);
  });

  it('notifications that were written before can still be read', async () => {
    const asked = async (invoiceId: string) =>
      (await findNotification(db.pool, { invoiceId, sequence: 1 }, []))?.notification.invoice.askedSum;
    expect([await asked(id(6)), await asked(id(4))]).toEqual([80n, 100n]);
  });
});
