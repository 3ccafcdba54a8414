import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatTimestamp } from '../../src/domain/text/timestamp.ts';
import { attachMonth, detachMonth, readArchive } from '../../src/storage/archive/months.ts';
import { moveOld, takeStock } from '../../src/storage/archive/move.ts';
import { writeBackup } from '../../src/storage/backup/backup.ts';
import { restoreBackup } from '../../src/storage/backup/restore.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { findViolations } from '../../src/storage/ledger/ledger-laws.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { runCommandHere } from '../support/command-here.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { expectLawsHold, ownDatabase } from '../support/database.ts';
import { patienceMs } from '../support/limits.ts';
import { type Answer, type Body, unlikeOthers } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { patiently } from '../support/patience.ts';
import { builtFile } from '../support/program.ts';
import { type Received, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/** The world of a service whose clock stands a hundred days ago: what it did then has ended long ago for the database. */
const dayMs = 86_400_000;
const reason = 'a test';
let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;
let receiver: Receiver;
let endpointId: string;
let rubles = 3_000;
/** The days in which everything happened. */
let period: string;
const ids: Record<string, string> = {};

async function paidPayin(internalId: string): Promise<Body> {
  rubles += 1;
  const { body } = await service.shop.createPayin({
    amount: `${rubles}.00`,
    internalId,
    userId: 'client-1',
    startDeal: true,
  });
  const { rows } = await service.db.pool.query('select requisite_id from deals where id = $1', [body.deals[0].id]);
  const arrival = { requisiteId: rows[0].requisite_id, amount: `${rubles}.00`, reference: internalId };
  expect((await operator.post('/arrivals', arrival)).body).toMatchObject({ status: 'matched' });
  return body;
}

async function paidPayout(internalId: string): Promise<Body> {
  const maker = await signInDemo(service, 'maker');
  const { body } = await service.shop.createPayout({ internalId });
  await maker.post(`/payouts/${body.id}/take`);
  const form = new FormData();
  form.set('attachment', new Blob(['%PDF-1.4 proof']), 'proof.pdf');
  await maker.upload(`/payouts/${body.id}/proof`, form);
  await merchant.post(`/payouts/${body.id}/confirm`, { reason });
  return body;
}

const move = async () => await moveOld(service.db.pool, service.now() - 30 * dayMs, 500);
const count = async (table: string): Promise<number> =>
  Number((await service.db.owner.query(`select count(*) from ${table}`)).rows[0].count);
/** How many rows of the archive there are of each kind. */
const archived = async () => ({
  invoices: (await count('invoices')) - (await count('only invoices')),
  deals: (await count('deals')) - (await count('only deals')),
  notifications: (await count('notifications')) - (await count('only notifications')),
});
const isArchived = async (id: string): Promise<boolean> => {
  const { rows } = await service.db.owner.query(
    `select exists (select from invoices where id = $1) and not exists (select from only invoices where id = $1) as is_there`,
    [id],
  );
  return rows[0].is_there;
};

/** What was said about the invoice whose store wants to be told. */
const heardOf = (path: string) =>
  receiver.received.filter((one) => one.path === path && one.text.includes(ids['told-1'] ?? ''));

async function bringCanceledBack(): Promise<void> {
  await service.db.owner.query(`select archive_bring_back(array(select id from invoices where status = 'canceled'))`);
}

/** Begins something while nobody can write to a table, and kills it where it waits for that. Says whether it came to its end. */
async function killAt(
  { table, seenBy, does }: { readonly table: string; readonly seenBy: pg.Pool; readonly does: RegExp },
  begin: () => Promise<unknown>,
  kill: (pid: number) => unknown,
): Promise<'ended' | 'failed'> {
  const holder = await service.db.owner.connect();
  try {
    await holder.query(`begin; lock table only ${table} in share mode`);
    const ended = begin().then(
      () => 'ended' as const,
      () => 'failed' as const,
    );
    const pid = await vi.waitFor(
      async () => {
        const { rows } = await seenBy.query(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
          [does.source],
        );
        expect(rows).toHaveLength(1);
        return rows[0].pid as number;
      },
      { timeout: patienceMs(), interval: 20 },
    );
    await kill(pid);
    return await ended;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** Everything that a merchant, an operator and a payer can ask about old invoices, byte for byte. */
async function askEverything(): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const add = (name: string, { status, body }: { readonly status: number; readonly body: unknown }) => {
    // Links to receipts and the payer's page have the time of the answer in them.
    answers[name] = `${status} ${JSON.stringify(body)}`.replaceAll(
      /expires=\d+&signature=[\w-]+|data-now=..\d+/g,
      'now',
    );
  };
  // The disputed one lives, and its clocks go on.
  for (const [name, id] of Object.entries(ids).filter(([one]) => one !== 'disputed-1')) {
    add(`merchant ${name}`, await service.shop.read(id));
    add(`name ${name}`, await service.shop.get(`/api/merchant/invoices/internal-id/${name}`));
    add(`life ${name}`, await operator.get(`/invoices/${id}`));
    add(`life of merchant ${name}`, await merchant.get(`/invoices/${id}`));
    add(`notifications ${name}`, await operator.get(`/notifications?invoiceId=${id}`));
    add(`notification ${name}`, await service.shop.get(`/api/merchant/notifications/${id}_1`));
    add(`found ${name}`, await operator.get(`/search?q=${name}`));
    add(`found by ID ${name}`, await operator.get(`/search?q=${id}`));
    const page = await fetch(`${service.url}/pay/${id}`);
    add(`page ${name}`, { status: page.status, body: (await page.text()).replaceAll(/nonce="?[^" ]+/g, '') });
  }
  for (const path of [
    '/invoices?limit=50',
    '/invoices?status=paid',
    '/invoices?internalId=paid-1',
    '/invoices?storeId=1&type=out',
    '/deals?limit=50',
    '/notifications?limit=50',
    `/stores/1/sales?${period}`,
    `/stores/1/settlement?${period}`,
    `/income?${period}`,
    '/accounts',
    '/arrivals',
    '/invoices.csv',
  ]) {
    add(path, await operator.get(path));
  }
  const [{ id: account }] = (await operator.get('/accounts')).body.items ?? (await operator.get('/accounts')).body;
  add('statement', await operator.get(`/accounts/${account}/statement`));
  add('feed', await service.shop.get('/api/merchant/notifications?after=0'));
  return answers;
}

beforeAll(async () => {
  service = await startTestService({}, () => Date.now() - 100 * dayMs);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  period = `from=${day(service.now() - dayMs)}T00:00:00Z&to=${day(service.now() + 2 * dayMs)}T00:00:00Z`;
  await service.db.owner.query('update dispute_rules set remind_minutes = 0, answer_minutes = 0, open_max = 0');
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
  ids['paid-1'] = (await paidPayin('paid-1')).id;
  ids['paid-2'] = (await paidPayin('paid-2')).id;
  ids['out-1'] = (await paidPayout('out-1')).id;
  ids['canceled-1'] = (await service.shop.createPayin({ internalId: 'canceled-1', startDeal: true })).body.id;
  await service.shop.cancel(ids['canceled-1'] ?? '');
  receiver = await Receiver.start();
  const endpoint = { url: `${receiver.url}/events`, kinds: ['invoice'], reason };
  endpointId = (await operator.post('/stores/1/endpoints', endpoint)).body.id;
  await operator.post('/catalogue/banks', { currency: 'RUB', code: 'far_bank', name: 'Far Bank', reason });
  const old = { internalId: 'told-1', amount: '555.00', paymentMethod: 'far_bank' };
  const told = { ...old, notificationUrl: `${receiver.url}/hook` };
  ids['told-1'] = (await service.shop.createPayin(told)).body.id;
  await service.shop.cancel(ids['told-1'] ?? '');
  await receiver.until(1, () => heardOf('/hook'));
  await receiver.until(1, () => heardOf('/events'));
  ids['expired-1'] = (await service.shop.createPayin({ internalId: 'expired-1', amount: '777.00' })).body.id;
  ids['disputed-1'] = (
    await service.shop.createPayin({ internalId: 'disputed-1', amount: '888.00', startDeal: true })
  ).body.id;
  await service.shop.dispute(ids['disputed-1'] ?? '', { disputeReason: 'has_payment' });
  service.advance(dayMs);
  await vi.waitFor(
    async () => {
      const { rows } = await service.db.pool.query('select status from invoices where id = $1', [ids['expired-1']]);
      expect(rows[0].status).toBe('expired');
    },
    { timeout: patienceMs(), interval: 100 },
  );
  service.advance(40 * dayMs);
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await receiver.stop();
  await service.stop();
});

describe('the archive', () => {
  it('is asked about exactly as the living were', async () => {
    expect(await archived()).toEqual({ invoices: 0, deals: 0, notifications: 0 });
    const before = await askEverything();
    expect(await move()).toMatchObject({ moved: 6 });
    const after = await askEverything();
    expect((await archived()).invoices).toBe(6);
    expect(await isArchived(ids['disputed-1'] ?? '')).toBe(false);
    for (const [name, answer] of Object.entries(before)) expect(after[name], name).toBe(answer);
    expect(Object.values(before).filter((answer) => answer.startsWith('200')).length).toBe(Object.keys(before).length);
    expect(await findViolations(service.db.pool)).toEqual([]);
  });

  it('gives an invoice back to fifty acts at once, and the act is what it always was', async () => {
    const id = ids['paid-2'] ?? '';
    expect(await isArchived(id)).toBe(true);
    const refunds = await Promise.all(
      Array.from({ length: 50 }, () =>
        service.shop.post(`/api/merchant/invoices/${id}/refunds`, { amount: '100.00', ...unlikeOthers() }),
      ),
    );
    const codes = refunds.map(({ status, body }) => (status === 200 ? 'asked' : body[0]?.code));
    expect(codes.filter((code) => code === 'asked')).toHaveLength(30);
    expect(new Set(codes)).toEqual(new Set(['asked', 'refund_too_much']));
    expect(await isArchived(id)).toBe(false);
    // What refers to it keeps it among the living.
    while ((await move())?.moved !== 0);
    expect(await isArchived(id)).toBe(false);
    await expectLawsHold(service.db.pool);
  });

  it('refuses what was refused before, and takes the invoice again', async () => {
    const id = ids['canceled-1'] ?? '';
    const { status, body } = await service.shop.cancel(id);
    expect([status, body[0]?.code]).toEqual([400, 'invoice_not_active']);
    expect(await move()).toMatchObject({ moved: 1 });
    expect(await isArchived(id)).toBe(true);
  });

  it('keeps the name of a payout for ever', async () => {
    const id = ids['out-1'] ?? '';
    expect(await isArchived(id)).toBe(true);
    const { status, body } = await service.shop.createPayout({ internalId: 'out-1' });
    expect([status, body.id]).toEqual([200, id]);
    const other = await service.shop.createPayout({ internalId: 'out-1', amount: '1234.00' });
    expect(other.body[0]?.code).toBe('internal_id_reused');
    while ((await move())?.moved !== 0);
    expect(await isArchived(id)).toBe(true);
  });

  it('moves under fifty acts at once, and each act finds its invoice wherever it is', async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => service.shop.createPayin({ amount: `${5_000 + index}.00` })),
    );
    const all = made.map(({ body }) => body.id as string);
    await Promise.all(all.map((id) => service.shop.cancel(id)));
    service.advance(31 * dayMs);
    const mover = (async () => {
      for (let step = 0; step < 20; step += 1) await moveOld(service.db.pool, service.now() - 30 * dayMs, 7);
    })();
    const answers = await Promise.all(all.map((id) => service.shop.cancel(id)));
    await mover;
    expect(new Set(answers.map(({ body }) => body[0]?.code))).toEqual(new Set(['invoice_not_active']));
    const { rows } = await service.db.pool.query('select count(*) from invoices where id = any($1)', [all]);
    expect(Number(rows[0].count)).toBe(50);
    await expectLawsHold(service.db.pool);
  });

  it('sends notifications and events again as they were sent first', async () => {
    const id = ids['told-1'] ?? '';
    while ((await move())?.moved !== 0);
    operator = await signInDemo(service, 'operator');
    const { items } = (await operator.get(`/stores/1/endpoints/${endpointId}/events?limit=100`)).body;
    const event = items.find(({ subject }: Body) => subject === id);
    const [before] = heardOf('/events');
    const path = `/stores/1/endpoints/${endpointId}/events/${event.sequence}/resend`;
    expect((await operator.post(path, { reason })).status).toBe(200);
    const [, after] = await receiver.until(2, () => heardOf('/events'));
    expect([after?.text, after?.headers['webhook-id']]).toEqual([before?.text, before?.headers['webhook-id']]);

    const wholeOf = ({ headers, text }: Received) => [headers['webhook-id'], text];
    const [first] = heardOf('/hook').map(wholeOf);
    expect((await operator.post(`/notifications/${id}_1/resend`, { reason })).status).toBe(200);
    await receiver.until(2, () => heardOf('/hook'));
    await patiently(async () => expect(await count('delivery_queue')).toBe(0));
    while ((await move())?.moved !== 0);
    expect(await isArchived(id)).toBe(true);
    expect((await service.shop.post(`/api/merchant/notifications/${id}_1/resend`)).status).toBe(200);
    await receiver.until(3, () => heardOf('/hook'));
    expect(heardOf('/hook').map(wholeOf)).toEqual([first, first, first]);
    await patiently(async () => expect(await count('delivery_queue')).toBe(0));
  });

  it('loses and doubles nothing when a step is broken off anywhere', async () => {
    while ((await move())?.moved !== 0);
    await bringCanceledBack();
    const living = await archived();
    const client = await service.db.owner.connect();
    await client.query('begin');
    const { rows } = await client.query('select moved from archive_move(now(), 500)');
    expect(rows[0].moved).toBeGreaterThan(0);
    // A second mover does nothing, and invoices on their way are found.
    expect(await move()).toBeNull();
    expect((await service.shop.read(ids['canceled-1'] ?? '')).status).toBe(200);
    await client.query('rollback');
    client.release();
    expect(await archived()).toEqual(living);
    expect((await move())?.moved).toBe(rows[0].moved);
  });

  it('loses and doubles nothing when the mover dies between two statements', async () => {
    for (const table of ['archived_names', 'deals', 'notifications', 'delivery_attempts']) {
      await bringCanceledBack();
      const living = await archived();
      const client = await connect(service.db.url, 'admin');
      client.on('error', () => undefined);
      const outcome = await killAt(
        { table, seenBy: service.db.pool, does: /archive_move/ },
        () => client.query('select archive_move(now(), 500)'),
        (pid) => service.db.pool.query('select pg_terminate_backend($1)', [pid]),
      );
      expect(outcome).toBe('failed');
      expect(await archived(), table).toEqual(living);
      expect((await service.shop.read(ids['canceled-1'] ?? '')).body.status).toBe('canceled');
      // The server lets the locks of the dead one go a moment after its connection has ended.
      await expect.poll(async () => (await move())?.moved, { message: table }).toBeGreaterThan(0);
      await client.end().catch(() => undefined);
    }
    expect(await isArchived(ids['canceled-1'] ?? '')).toBe(true);
    await expectLawsHold(service.db.pool);
  });
});

describe('a month', () => {
  let folder: string;
  let file: string;
  let month: string;
  let whole: Record<string, string>;
  const quietly = { progress: () => undefined };
  /** By somebody whose line in the audit log is not the subject. */
  const unseen = { ...quietly, record: async () => undefined };
  const codeOf = ({ status, body }: Answer) => [status, body[0]?.code ?? body.code];
  const away = [410, 'invoice_detached'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quittance-archive-'));
    while ((await move())?.moved !== 0);
    operator = await signInDemo(service, 'operator');
    merchant = await signInDemo(service, 'merchant');
    const { rows } = await service.db.pool.query(`select to_char(archive_month_of($1), 'YYYY-MM') as month`, [
      ids['paid-1'],
    ]);
    month = rows[0].month;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('goes into a file, and requests for its invoices are told the month of the file', async () => {
    whole = await askEverything();
    const { months } = await readArchive(service.db.owner);
    const counts = months.find((one) => one.month === month)?.counts;
    const { ownerUrl } = service.db;
    const detached = await detachMonth({ ownerUrl, month, folder, recipients: [], ...unseen });
    file = join(folder, detached.fileName);
    expect(detached.counts).toEqual(counts);
    for (const name of ['paid-1', 'out-1', 'canceled-1', 'expired-1']) {
      const id = ids[name] ?? '';
      expect(codeOf(await service.shop.read(id)), name).toEqual(away);
      expect(codeOf(await service.shop.get(`/api/merchant/invoices/internal-id/${name}`)), name).toEqual(away);
      expect(codeOf(await operator.get(`/invoices/${id}`)), name).toEqual(away);
      expect(codeOf(await service.shop.cancel(id)), name).toEqual(away);
    }
    expect((await service.shop.read(ids['disputed-1'] ?? '')).status).toBe(200);
    expect((await operator.get('/invoices?limit=50')).status).toBe(200);
    await expectLawsHold(service.db.pool);
  });

  it('is seen in the metrics and on the page of the system, here and away', async () => {
    await takeStock(service.db.pool);
    const figures = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Object.fromEntries(
        [...text.matchAll(/^quittance_archive_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
      );
    };
    const shown = async () => (await operator.get('/system')).body.archive;
    const { months } = await readArchive(service.db.owner);
    expect(await shown()).toMatchObject({ afterDays: 0, lookedAt: expect.any(String) });
    // The server may clean up between the two looks, which changes the size.
    await patiently(async () =>
      expect((await shown()).months).toEqual(
        (await readArchive(service.db.owner)).months.toReversed().map((one) => ({
          month: one.month,
          invoices: one.counts['invoices'],
          bytes: one.bytes,
          detached: one.detached === null ? null : { ...one.detached, at: formatTimestamp(one.detached.at) },
        })),
      ),
    );
    const away = months.filter(({ detached }) => detached !== null);
    expect(away).toHaveLength(1);
    expect(await figures()).toEqual({
      invoices: (await archived()).invoices,
      invoices_detached: away[0]?.counts['invoices'],
      months: months.length - 1,
      months_detached: 1,
      behind_seconds: 0,
      failures: 0,
    });
  });

  it('is nothing to strangers while it is away: they hear what they hear of an ID that never was', async () => {
    const maker = await signInDemo(service, 'maker');
    const { id: merchantId } = (await operator.post('/merchants', { name: 'Stranger', reason })).body;
    const stranger = await createSignedIn(service, { login: 'stranger', role: 'merchant', merchantId });
    const pages = async (path: string, body?: FormData | string) => {
      const answer = await fetch(`${service.url}${path}`, body === undefined ? {} : { method: 'POST', body });
      return { status: answer.status, body: (await answer.text()).replaceAll(/nonce="?[^" ]+/g, '') };
    };
    const proof = () => {
      const form = new FormData();
      form.set('attachment', new Blob(['%PDF-1.4 proof']), 'proof.pdf');
      form.set('disputeReason', 'has_payment');
      form.set('reason', reason);
      return form;
    };
    const ask = async (id: string) => {
      const shop = service.otherShop;
      const heard: Record<string, { readonly status: number; readonly body: unknown }> = {
        get: await shop.read(id),
        cancel: await shop.cancel(id),
        start: await shop.startDeal(id),
        confirm: await shop.confirm(id),
        dispute: await shop.dispute(id, { disputeReason: 'has_payment' }),
        refund: await shop.post(`/api/merchant/invoices/${id}/refunds`, {}),
        notification: await shop.get(`/api/merchant/notifications/${id}_1`),
        resend: await shop.post(`/api/merchant/notifications/${id}_1/resend`),
        page: await pages(`/pay/${id}`),
        public: await pages(`/api/public/invoices/${id}`),
        variants: await pages(`/api/public/invoices/${id}/available-payment-variants`),
        code: await pages(`/api/public/invoices/${id}/qr-code`),
        events: await pages(`/api/public/invoices/${id}/events`),
        'cancel by a payer': await pages(`/api/public/invoices/${id}/cancel`, ''),
        'dispute by a payer': await pages(`/api/public/invoices/${id}/dispute`, proof()),
        'confirm by a payer': await pages(`/api/public/invoices/${id}/confirm-transfer`, proof()),
      };
      for (const [name, person] of Object.entries({ stranger, maker })) {
        for (const path of ['invoices', 'deals', 'notifications']) {
          heard[`${name} ${path}`] = await person.get(`/${path}/${id}${path === 'notifications' ? '_1' : ''}`);
        }
        heard[`${name} past`] = await person.get(`/invoices/${id}?at=${new Date(service.now()).toISOString()}`);
        heard[`${name} receipts`] = await person.get(`/invoices/${id}/repeated-receipts`);
        for (const act of ['take', 'confirm', 'give-back', 'not-paid']) {
          heard[`${name} ${act}`] = await person.post(`/payouts/${id}/${act}`, { reason });
        }
        heard[`${name} proof`] = await person.upload(`/payouts/${id}/proof`, proof());
        heard[`${name} dispute`] = await person.upload(`/invoices/${id}/dispute`, proof());
        heard[`${name} evidence`] = await person.upload(`/invoices/${id}/evidence`, proof());
        heard[`${name} refund`] = await person.post(`/invoices/${id}/refunds`, { reason });
        heard[`${name} keep`] = await person.post(`/invoices/${id}/excess/keep`, { reason });
        heard[`${name} resend`] = await person.post(`/notifications/${id}_1/resend`, { reason });
      }
      return Object.entries(heard).map(([name, { status, body }]) => [
        name,
        status,
        JSON.stringify(body).replaceAll(id, 'ID'),
      ]);
    };
    const never = await ask('0198f0a0-0000-7000-8000-000000000001');
    expect(new Set(never.map(([, status]) => status))).toEqual(new Set([404, 403]));
    for (const name of ['paid-1', 'out-1']) expect(await ask(ids[name] ?? ''), name).toEqual(never);
  });

  it('sends nothing again while it is away, and says so', async () => {
    const id = ids['told-1'] ?? '';
    const heard = receiver.received.length;
    for (const answer of [
      await service.shop.post(`/api/merchant/notifications/${id}_1/resend`),
      await service.shop.get(`/api/merchant/notifications/${id}_1`),
      await operator.post(`/notifications/${id}_1/resend`, { reason }),
    ]) {
      expect(codeOf(answer)).toEqual(away);
    }
    expect((await service.db.owner.query('select invoice_id, sequence from failed_notifications')).rows).toEqual([]);
    // One that had failed before, and one that was asked for just before the month left.
    const { rows } = await service.db.owner.query('select receiver from delivery_attempts where store_id = 1 limit 1');
    const values = [id, rows[0]?.receiver ?? 1];
    const failed =
      'insert into failed_notifications (invoice_id, sequence, store_id, receiver, failed_at) values ($1, 1, 1, $2, $3)';
    await service.db.owner.query(failed, [...values, new Date(service.now() - dayMs)]);
    const since = new Date(service.now() - 365 * dayMs).toISOString();
    expect((await service.shop.post('/api/merchant/notifications/resend-failed', { since })).body).toEqual({
      count: 0,
    });
    const queued = `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at) values ($1, 1, $2, 1, 1, $3)`;
    await service.db.owner.query(queued, [...values, new Date(service.now())]);
    await patiently(async () => expect(await count('delivery_queue')).toBe(0));
    const event = (await operator.get(`/stores/1/endpoints/${endpointId}/events?limit=100`)).body.items.find(
      ({ subject }: Body) => subject === id,
    );
    const path = `/stores/1/endpoints/${endpointId}/events`;
    expect((await operator.post(`${path}/${event.sequence}/resend`, { reason })).status).toBe(200);
    await vi.waitFor(
      async () => {
        const { items } = (await operator.get(`${path}?limit=100`)).body;
        expect(items.find(({ sequence }: Body) => sequence === event.sequence).state).toBe('failed');
      },
      { timeout: patienceMs(), interval: 50 },
    );
    expect(receiver.received.length).toBe(heard);
    // The attempt is in the log. Everything else has to come back as it was.
    await service.db.owner.query('delete from delivery_attempts where invoice_id = $1', [id]);
    await service.db.owner.query('delete from failed_notifications where invoice_id = $1', [id]);
  });

  it('keeps the names of its payouts while it is away: none is paid twice', async () => {
    const before = await count('invoices');
    expect(codeOf(await service.shop.createPayout({ internalId: 'out-1' }))).toEqual(away);
    expect(await count('invoices')).toBe(before);
  });

  it('keeps the catalogue as it is while it lies in a file, because its references are not visible', async () => {
    await operator.post('/catalogue/banks', { currency: 'RUB', code: 'mistyped', name: 'Mistyped', reason });
    for (const bank of ['far_bank', 'mistyped']) {
      const refused = await operator.delete(`/catalogue/banks/RUB/${bank}`, { reason });
      expect(codeOf(refused), bank).toEqual([400, 'entry_in_file']);
      expect(refused.body[0].message).toContain(`${month} lies in a file of the archive, and RUB/${bank} may`);
    }
    expect((await operator.patch('/catalogue/banks/RUB/far_bank', { isEnabled: false, reason })).status).toBe(200);
  });

  it('takes no file that was changed, and none twice', async () => {
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    const changed = join(folder, 'changed.gz');
    await writeFile(changed, bytes);
    const { ownerUrl } = service.db;
    await expect(attachMonth({ ownerUrl, path: changed, identities: [], ...unseen })).rejects.toThrow('it was changed');
    expect((await service.shop.read(ids['paid-1'] ?? '')).status).toBe(410);
  });

  it('takes nothing from a file that is exchanged while it is read', async () => {
    const rows = gunzipSync(await readFile(file)).toString();
    expect(rows).toContain('paid-1');
    const forged = join(folder, 'forged.gz');
    await writeFile(forged, gzipSync(rows.replaceAll('paid-1', 'paid-9')));
    const { ownerUrl } = service.db;
    const names = async () =>
      (await service.db.owner.query(`select internal_id from invoices where internal_id ~ '^paid-[19]' order by 1`))
        .rows;
    await expect(attachMonth({ ownerUrl, path: forged, identities: [], ...unseen })).rejects.toThrow('it was changed');
    expect(await names()).toEqual([]);
    // The true one goes in, and another lies in its place as soon as anything is said of it.
    const path = join(folder, 'exchanged.gz');
    await copyFile(file, path);
    const progress = () => copyFileSync(forged, path);
    await attachMonth({ ownerUrl, path, identities: [], ...unseen, progress }).catch(() => undefined);
    expect((await names()).filter(({ internal_id }) => internal_id === 'paid-9')).toEqual([]);
    if ((await names()).length === 0) return;
    await rm(file);
    file = join(folder, (await detachMonth({ ownerUrl, month, folder, recipients: [], ...unseen })).fileName);
  });

  it('neither leaves nor comes back without a line in the audit log', async () => {
    const { ownerUrl, owner } = service.db;
    await owner.query(`create function refuse_line() returns trigger language plpgsql as
      $$ begin raise exception 'the log is full'; end $$`);
    await owner.query('create trigger full_log before insert on audit_log for each row execute function refuse_line()');
    const env = { DATABASE_URL: service.db.url, DATABASE_OWNER_URL: ownerUrl };
    const type = (...args: string[]) => runCommandHere(['archive', ...args], { dataDir: service.dataDir, env });
    try {
      expect(await type('attach', file)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('log is full') });
      expect(codeOf(await service.shop.read(ids['paid-1'] ?? ''))).toEqual(away);
    } finally {
      await owner.query('drop function refuse_line cascade');
    }
  });

  it('comes back from its file, and everything is as it was', async () => {
    const { ownerUrl } = service.db;
    const attached = await attachMonth({ ownerUrl, path: file, identities: [], ...unseen });
    expect(attached.month).toBe(month);
    await expect(attachMonth({ ownerUrl, path: file, identities: [], ...unseen })).rejects.toThrow('attached needs no');
    const again = await askEverything();
    for (const [name, answer] of Object.entries(whole)) expect(again[name], name).toBe(answer);
    expect((await service.shop.cancel(ids['canceled-1'] ?? '')).body[0]?.code).toBe('invoice_not_active');
    expect(codeOf(await operator.delete('/catalogue/banks/RUB/far_bank', { reason }))).toEqual([400, 'entry_in_use']);
    expect((await operator.delete('/catalogue/banks/RUB/mistyped', { reason })).status).toBe(200);
    const record = () => Promise.reject(new Error('the log is full'));
    await expect(detachMonth({ ownerUrl, month, folder, recipients: [], ...quietly, record })).rejects.toThrow(
      'log is',
    );
    expect((await service.shop.read(ids['paid-1'] ?? '')).status).toBe(200);
    await expectLawsHold(service.db.pool);
  });

  it('leaves and comes back by the command line, which says what to do next and what was done', async () => {
    const env = { DATABASE_URL: service.db.url, DATABASE_OWNER_URL: service.db.ownerUrl };
    const type = (...args: string[]) => runCommandHere(['archive', ...args], { dataDir: service.dataDir, env });
    expect(await type('run', '--after', '29')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--after 30'),
    });
    expect(await type('run', '--after', '30')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('archive status'),
    });
    expect((await type('status')).stdout).toMatch(new RegExp(`^ +${month} .+ kB$`, 'm'));
    expect(await type('detach', 'August', '--to', folder)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Give the month as in 2026-05.'),
    });

    const detached = await type('detach', month, '--to', join(folder, 'again'));
    expect(detached).toMatchObject({ exitCode: 0 });
    const [, path = ''] = /archive attach (\S+)"/.exec(detached.stdout) ?? [];
    expect((await type('status')).stdout).toContain(`in the file ${basename(path)}`);
    expect(codeOf(await service.shop.read(ids['paid-1'] ?? ''))).toEqual(away);
    expect(await type('detach', month, '--to', folder)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('lies in a file already'),
    });

    expect(await type('attach', join(folder, 'nowhere.gz'))).toMatchObject({ exitCode: 2 });
    expect(await type('attach', path)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${month} is back`),
    });
    expect((await service.shop.read(ids['paid-1'] ?? '')).status).toBe(200);
    const { rows } = await service.db.owner.query(
      `select actor, subject_id as month, details ->> 'what' as what from audit_log where action = 'record-archive' order by id`,
    );
    expect(rows).toEqual([
      { actor: 'cli', month, what: 'detached' },
      { actor: 'cli', month, what: 'attached' },
    ]);
  });

  it('is whole here or in its file, wherever the command that moves it is killed', async () => {
    const env = { DATABASE_URL: service.db.url, DATABASE_OWNER_URL: service.db.ownerUrl };
    const program = await builtFile('quittance.js');
    const to = join(folder, 'killed');
    const killed = async (table: string, ...args: string[]) => {
      const options = { cwd: folder, env: { QUITTANCE_MODE: 'sandbox', DATA_DIR: service.dataDir, ...env } };
      const child = spawn(process.execPath, [program, 'archive', ...args], { ...options, stdio: 'ignore' });
      const ended = new Promise<NodeJS.Signals | null>((done) => child.once('close', (_code, signal) => done(signal)));
      const place = { table, seenBy: service.db.owner, does: new RegExp(`^(insert|delete|update|drop).*${table}`) };
      await killAt(
        place,
        () => ended,
        () => child.kill('SIGKILL'),
      );
      expect(await ended, table).toBe('SIGKILL');
    };
    const type = (...args: string[]) => runCommandHere(['archive', ...args], { dataDir: service.dataDir, env });
    const before = await archived();
    for (const table of ['detached_ids', 'audit_log']) {
      await killed(table, 'detach', month, '--to', to);
      expect(await archived(), table).toEqual(before);
      // The file was whole before anything was removed.
      expect((await readdir(to)).filter((name) => name.endsWith('.archive.gz'))).toHaveLength(1);
    }
    await writeFile(join(to, `quittance-${month}.part`), 'a run that was killed while it wrote');
    expect(await type('detach', month, '--to', to)).toMatchObject({ exitCode: 0 });
    const [name = '', ...others] = await readdir(to);
    expect(others).toEqual([]);
    for (const table of ['detached_ids', 'audit_log']) {
      await killed(table, 'attach', join(to, name));
      expect(codeOf(await service.shop.read(ids['paid-1'] ?? '')), table).toEqual(away);
    }
    expect(await type('attach', join(to, name))).toMatchObject({ exitCode: 0 });
    expect(await archived()).toEqual(before);
    await expectLawsHold(service.db.pool);
  });

  it('keeps its file when the answer of the commit was lost', async () => {
    const proxy = await CuttingProxy.start(service.db.ownerUrl);
    const to = join(folder, 'unheard');
    const record = async () => proxy.cutAnswerTo('commit');
    const leaving = detachMonth({ ownerUrl: proxy.url, month, folder: to, recipients: [], ...quietly, record });
    await expect(leaving).rejects.toThrow('it may be the only copy');
    expect(codeOf(await service.shop.read(ids['paid-1'] ?? ''))).toEqual(away);
    const [name = ''] = await readdir(to);
    await attachMonth({ ownerUrl: service.db.ownerUrl, path: join(to, name), identities: [], ...unseen });
    expect((await service.shop.read(ids['paid-1'] ?? '')).status).toBe(200);
    await proxy.stop();
  });

  it('is in a backup, and in what is restored from it', async () => {
    const receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const backup = join(folder, 'backup');
    const taken = { connectionString: service.db.url, receipts, folder: backup, recipients: [], now: Date.now };
    await writeBackup({ ...taken, ...quietly });
    const target = ownDatabase();
    await target.create();
    try {
      const { laws } = await restoreBackup({
        addresses: target,
        receipts,
        folder: backup,
        identities: [],
        ...quietly,
      });
      expect(laws.violations).toEqual([]);
      const client = await connect(target.url, 'admin');
      const sums = `select (select count(*) from invoices)::int as all, (select count(*) from only invoices)::int as living,
        (select count(*) from archived_names)::int as names`;
      expect((await client.query(sums)).rows).toEqual((await service.db.pool.query(sums)).rows);
      await client.end();
    } finally {
      await target.drop();
    }
  });
});
