import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { moveFunds } from '../../../src/commands/ledger/move-funds.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  sendWithdrawalAct,
} from '../../../src/commands/withdrawals/withdrawal-work.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { signInAs } from '../../support/operators.ts';
import { asAsked, byService } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { tronAddress, withdraw } from '../conformance/support/authenticator.ts';

/** The ledger accounts of the demo world's store 1 and maker 1. */
const storeAvailable = 11;
const storeFrozen = 12;
const makerAvailable = 102;

describe('the books', () => {
  let service: TestService;
  let operator: OperatorClient;
  let middle: string;

  beforeAll(async () => {
    service = await startTestService();
    // In the middle of a month, so that none ends during the test, in any time zone.
    const begun = new Date();
    service.advance(Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + 1, 15, 12) - begun.getTime());
    operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    await payIn('1000.00', '=cmd()');
    await payIn('2500.50', 'plain, "quoted"');
    service.advance(10_000);
    middle = new Date(service.now()).toISOString();
    service.advance(10_000);
    await payIn('777.77', 'third', '700.00');
    await service.shop.createPayout({ amount: '500.00' });
    const canceled = await service.shop.createPayout({ amount: '600.00' });
    await service.shop.cancel(canceled.body.id);
    await sendOne();
    await rejectOne();
    await topUp();
    await topUp('maker');
    // The service's own accounts are shown half a minute late.
    service.advance(31_000);
  });
  afterAll(() => service.stop());

  async function payIn(amount: string, internalId: string, received: string | null = null): Promise<void> {
    const { body } = await service.shop.createPayin({ amount, internalId, startDeal: true });
    await service.engine.submit(
      settleDeal({ ...asAsked, amount: received, invoiceId: body.id, dealId: body.deals[0].id, seenStoreId: 1 }),
    );
  }
  const topUp = (owner: 'store' | 'maker' = 'store') =>
    service.engine.submit(
      moveFunds({
        ...byService,
        kind: 'top_up',
        id: randomUUID(),
        owner: { kind: owner, id: '1' },
        availableId: owner === 'store' ? storeAvailable : makerAvailable,
        currency: 'USDT',
        askedAt: Date.now(),
        amount: '12.5',
      }),
    );
  async function withdrawal() {
    const { body } = await withdraw(service);
    return {
      ...byService,
      withdrawalId: body.id,
      seen: { storeId: 1, accountId: body.accountId, address: tronAddress },
    };
  }
  async function sendOne(): Promise<void> {
    const act = await withdrawal();
    const facts = { ofDay: [], isAlone: true };
    await service.engine.submit(approveWithdrawal({ ...act, userId: 1, trustedSince: 0, ...facts }));
    await service.engine.submit(
      sendWithdrawalAct({ ...act, txId: act.withdrawalId.replaceAll('-', '').repeat(2), ...facts }),
    );
  }
  async function rejectOne(): Promise<void> {
    await service.engine.submit(rejectWithdrawal({ ...(await withdrawal()), isAgreed: false }));
  }
  const balanceOf = async (...ids: number[]): Promise<bigint> => {
    const { rows } = await service.db.pool.query('select sum(balance)::int8 as sum from accounts where id = any($1)', [
      ids,
    ]);
    return rows[0].sum;
  };
  const minor = (amount: string): bigint => {
    const [, sign, whole, fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(amount) ?? [];
    const value = BigInt(`${whole}${fraction.padEnd(8, '0')}`);
    return sign === '-' ? -value : value;
  };
  const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + minor(amount), 0n);
  const column = (csv: string, name: string): string[] => {
    const [head = [], ...rows] = parseCsv(csv);
    const index = head.indexOf(name);
    expect(index, name).toBeGreaterThanOrEqual(0);
    return rows.map((row) => row[index] ?? '');
  };

  const monthIn = (timeZone: string): string => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' });
    return format.format(service.now());
  };

  it('show an account line by line, from page to page, up to its balance', async () => {
    const items: Body[] = [];
    let after = '';
    let opening: string | null = null;
    for (;;) {
      const { status, body } = await operator.get(`/accounts/${storeAvailable}/statement?limit=3${after}`);
      expect(status, JSON.stringify(body)).toBe(200);
      if (opening !== null) expect(body.opening.amount).toBe(opening);
      const moved = sum(body.items.map((item: Body) => item.amount.amount));
      expect(minor(body.opening.amount) + moved).toBe(minor(body.closing.amount));
      expect(body.items.at(-1).balance).toEqual(body.closing);
      items.push(...body.items);
      opening = body.closing.amount;
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(items.length).toBeGreaterThan(8);
    expect(minor(opening ?? '')).toBe(await balanceOf(storeAvailable));
    expect(sum(items.map((item) => item.amount.amount))).toBe(await balanceOf(storeAvailable));
    expect(items[0]).toMatchObject({ kind: 'top_up', counterparty: { kind: 'external' } });
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
  });

  it('show a part of the time: opening, lines and closing fit the parts before and after', async () => {
    const path = `/accounts/${storeAvailable}/statement?limit=200`;
    const first = (await operator.get(`${path}&to=${middle}`)).body;
    const second = (await operator.get(`${path}&from=${middle}`)).body;
    expect(first.closing).toEqual(second.opening);
    expect(minor(second.closing.amount)).toBe(await balanceOf(storeAvailable));
    expect(first.items.length + second.items.length).toBe((await operator.get(path)).body.items.length);
  });

  it.each([storeAvailable, storeFrozen, makerAvailable, 1, 2])(
    'export account %i so that the amounts add up to its balance',
    async (id) => {
      const { body, headers } = await operator.get(`/accounts/${id}/statement.csv`);
      expect(headers.get('content-type')).toContain('text/csv');
      expect(headers.get('content-disposition')).toContain('attachment');
      expect(sum(column(body, 'amount'))).toBe(await balanceOf(id));
      expect(minor(column(body, 'balance').at(-1) ?? '0')).toBe(await balanceOf(id));
    },
  );

  it('report a store so that every group and the whole add up to the change of its account', async () => {
    const { body } = await operator.get('/stores/1/settlement');
    const groups = ['payins', 'corrections', 'payouts', 'withdrawals', 'topUps'].map((name) => body[name]);
    for (const { gross, fee, net } of groups) expect(sum([gross.amount, fee.amount])).toBe(minor(net.amount));
    expect(sum(groups.map(({ net }) => net.amount))).toBe(minor(body.closing.amount) - minor(body.opening.amount));
    expect(minor(body.closing.amount)).toBe(await balanceOf(storeAvailable, storeFrozen));
    expect(body.payins).toMatchObject({ count: 3 });
    expect(minor(body.payins.fee.amount)).toBeLessThan(0n);
    expect(body.withdrawals).toMatchObject({
      count: 1,
      gross: { amount: '-10.00000000' },
      fee: { amount: '-2.00000000' },
    });
    expect(body.topUps.gross.amount).toBe('10012.50000000');
  });

  it('export a store so that every column can be summed, in parts of the time too', async () => {
    const whole = (await operator.get('/stores/1/settlement.csv')).body;
    expect(sum(column(whole, 'net'))).toBe(await balanceOf(storeAvailable, storeFrozen));
    expect(sum(column(whole, 'gross')) + sum(column(whole, 'fee'))).toBe(sum(column(whole, 'net')));
    const first = (await operator.get(`/stores/1/settlement.csv?to=${middle}`)).body;
    const second = (await operator.get(`/stores/1/settlement.csv?from=${middle}`)).body;
    const report = (await operator.get(`/stores/1/settlement?from=${middle}`)).body;
    expect(sum(column(first, 'net'))).toBe(minor(report.opening.amount));
    expect(sum(column(first, 'net')) + sum(column(second, 'net'))).toBe(sum(column(whole, 'net')));
  });

  it.each(['/stores/1/settlement.csv', `/accounts/${storeAvailable}/statement.csv`, '/invoices.csv'])(
    'export %s with times of the zone that was asked for, and say which it is',
    async (path) => {
      const name = path === '/invoices.csv' ? 'created_at' : 'at';
      const plain = (await operator.get(path)).body;
      const zoned = (await operator.get(`${path}?zone=Asia/Almaty`)).body;
      expect(new Set(column(plain, 'time_zone'))).toEqual(new Set(['UTC']));
      expect(new Set(column(zoned, 'time_zone'))).toEqual(new Set(['Asia/Almaty']));
      const [utc, there] = [column(plain, name)[0] ?? '', column(zoned, name)[0] ?? ''];
      expect(utc).toMatch(/\+00:00$/);
      expect(there).toMatch(/\+05:00$/);
      expect(Date.parse(there)).toBe(Date.parse(utc));
      const { status, body } = await operator.get(`${path}?zone=Atlantis`);
      expect([status, body[0].code, body[0].field]).toEqual([400, 'invalid_time_zone', 'zone']);
    },
  );

  it.each(['/stores/1/settlement.csv', `/accounts/${storeAvailable}/statement.csv`, '/invoices.csv'])(
    'read nothing for a request that wants no body of %s',
    async (path) => {
      expect((await fetch(`${service.url}/api/operator${path}`, { method: 'HEAD' })).status).toBe(404);
    },
  );

  it('make what merchants wrote harmless for spreadsheets', async () => {
    const { body } = await operator.get('/stores/1/settlement.csv');
    expect(column(body, 'internal_id')).toEqual(expect.arrayContaining(["'=cmd()", 'plain, "quoted"']));
    expect(body).not.toContain(',=cmd');
  });

  it('are everybody’s for operators, and one’s own for makers and merchants', async () => {
    const maker = await signInAs({ url: service.url, pool: service.db.pool }, 'maker', 1);
    const merchant = await signInAs({ url: service.url, pool: service.db.pool }, 'merchant', 1);
    const ids = async (person: OperatorClient) =>
      (await person.get('/accounts?limit=200')).body.items.map((item: Body) => item.id);
    expect(await ids(maker)).toEqual([102, 103]);
    expect(await ids(merchant)).toEqual([11, 12, 13, 14, 15, 16]);
    expect((await ids(operator)).length).toBeGreaterThan(20);

    for (const path of ['statement', 'statement.csv', 'month.csv', 'month.pdf']) {
      expect((await maker.get(`/accounts/102/${path}`)).status).toBe(200);
      expect((await merchant.get(`/accounts/12/${path}`)).status).toBe(200);
      for (const foreign of [1, 2, 11, 104]) expect((await maker.get(`/accounts/${foreign}/${path}`)).status).toBe(404);
      for (const foreign of [1, 2, 102]) expect((await merchant.get(`/accounts/${foreign}/${path}`)).status).toBe(404);
    }
    expect((await merchant.get('/stores/2/settlement')).status).toBe(200);
    expect((await merchant.get('/stores/99/settlement')).status).toBe(404);
    expect((await maker.get('/stores/1/settlement')).status).toBe(403);
    const [line] = (await merchant.get('/accounts/11/statement?limit=1')).body.items;
    expect(line.counterparty).toEqual({ kind: 'external' });
  });

  it.each([storeAvailable, storeFrozen, makerAvailable])(
    'make a statement of the month for account %i: opening balance and movements add up to the closing balance',
    async (id) => {
      const { body, headers } = await operator.get(`/accounts/${id}/month.csv?zone=Asia/Almaty`);
      const month = monthIn('Asia/Almaty');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="statement-${id}-${month}.csv"`);
      const lines = column(body, 'line');
      expect([lines[0], lines.at(-1)]).toEqual(['opening', 'closing']);
      expect(new Set(lines.slice(1, -1))).toEqual(new Set(['movement']));
      const balances = column(body, 'balance');
      const amounts = column(body, 'amount').slice(1, -1);
      expect(minor(balances[0] ?? '') + sum(amounts)).toBe(minor(balances.at(-1) ?? ''));
      expect(minor(balances.at(-1) ?? '')).toBe(await balanceOf(id));
      expect(new Set(column(body, 'time_zone'))).toEqual(new Set(['Asia/Almaty']));
      expect(column(body, 'at')[0]).toBe(`${month}-01T00:00:00+05:00`);
      const all = (await operator.get(`/accounts/${id}/statement.csv?from=${month}-01T00:00:00%2B05:00`)).body;
      expect(column(body, 'transfer_id').slice(1, -1)).toEqual(column(all, 'transfer_id'));
    },
  );

  it('print the same on paper, in both languages', async () => {
    const response = await operator.get(`/accounts/${storeAvailable}/month.pdf?zone=Europe/Moscow&language=ru`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="statement-11-\d{4}-\d\d\.pdf"$/,
    );
    expect(String(response.body)).toMatch(/^%PDF-1\.7/);
  });

  it('name the shop’s own orders in the statement of a month, but not to makers', async () => {
    const { body } = await operator.get(`/accounts/${storeAvailable}/month.csv`);
    expect(column(body, 'internal_id')).toEqual(expect.arrayContaining(["'=cmd()", 'third']));
    const maker = await signInAs({ url: service.url, pool: service.db.pool }, 'maker', 1);
    const held = (await maker.get(`/accounts/${makerAvailable}/month.csv`)).body;
    expect(column(held, 'line')).toContain('movement');
    expect(new Set(column(held, 'internal_id'))).toEqual(new Set(['']));
  });

  it('refuse a statement of an invalid month, and of one that has not begun', async () => {
    for (const file of ['month.csv', 'month.pdf']) {
      const path = `/accounts/${storeAvailable}/${file}`;
      const codes = async (query: string) => (await operator.get(`${path}?${query}`)).body[0];
      expect(await codes('month=2026-13')).toMatchObject({ code: 'wrong_type', field: 'month' });
      expect(await codes('month=2099-01')).toMatchObject({ code: 'out_of_range', field: 'month' });
      expect(await codes('zone=Atlantis')).toMatchObject({ code: 'invalid_time_zone', field: 'zone' });
    }
    const { body } = await operator.get(`/accounts/${storeAvailable}/month.csv?month=2020-02`);
    expect(column(body, 'line')).toEqual(['opening', 'closing']);
    expect(column(body, 'balance')).toEqual(['0.00000000', '0.00000000']);
  });

  it('refuse an invalid period, page or account', async () => {
    for (const query of ['from=yesterday', 'limit=0', 'limit=201', 'after=1', 'after=x_1']) {
      expect((await operator.get(`/accounts/11/statement?${query}`)).status, query).toBe(400);
    }
    for (const id of ['0', 'x', '99999', '-1'])
      expect((await operator.get(`/accounts/${id}/statement`)).status).toBe(404);
  });

  it('begin a month with what the one before it ended with', async () => {
    const before = monthIn('Asia/Almaty');
    service.advance(32 * 24 * 3_600_000);
    await topUp();
    // The session of before has ended.
    const later = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    const balances = async (query: string) =>
      column((await later.get(`/accounts/${storeAvailable}/month.csv?zone=Asia/Almaty${query}`)).body, 'balance');
    const ended = await balances(`&month=${before}`);
    expect((await balances(''))[0]).toBe(ended.at(-1));
    // Invoices that have expired give back what they held, a moment later.
    const difference = async () => minor((await balances('')).at(-1) ?? '') - (await balanceOf(storeAvailable));
    await expect.poll(difference).toBe(0n);
  });

  it('hold their laws after all this', () => expectLawsHold(service.db.pool));
});

/** A reader of RFC 4180 by the letter, to check the writer with. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.split('\r\n').slice(0, -1)) {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
    rows.push(cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));
  }
  return rows;
}
