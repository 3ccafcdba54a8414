import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

/** What the console reads beside the lists: what waits, anything by its number, balances over time, how things are. */
let service: TestService;
let operator: OperatorClient;
const hourMs = 3_600_000;
const made: Record<'confirmed' | 'disputed' | 'payout' | 'arrival' | 'withdrawal', string> = {
  confirmed: '',
  disputed: '',
  payout: '',
  arrival: '',
  withdrawal: '',
};

beforeAll(async () => {
  service = await startTestService();
  // To the middle of an hour and of a day, so that neither ends while something is counted by it.
  service.advance(36.5 * hourMs - (service.now() % (24 * hourMs)));
  operator = await signInDemo(service, 'operator');
  const { shop } = service;
  const disputed = (await shop.createPayin({ internalId: 'early', amount: '1001.00', startDeal: true })).body;
  made.payout = (await shop.createPayout()).body.id;
  service.advance(1_000);
  const confirmed = (await shop.createPayin({ internalId: 'order-77', amount: '1002.00', startDeal: true })).body;
  await shop.confirm(confirmed.id);
  service.advance(1_000);
  const arrival = await operator.post('/arrivals', { requisiteId: 3, amount: '55.00', reference: 'bank-55' });
  service.advance(1_000);
  const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
  const withdrawal = await shop.post('/api/merchant/withdrawals', {
    accountId: '0193f000-0000-7000-8000-000000000001',
    amount: '10',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    code2FA,
  });
  service.advance(1_000);
  // The oldest deal, but the last to begin to wait.
  await shop.dispute(disputed.id, { disputeReason: 'has_payment' });
  Object.assign(made, {
    confirmed: confirmed.id,
    disputed: disputed.id,
    arrival: arrival.body.id,
    withdrawal: withdrawal.body.id,
  });
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const kindsAndIds = (items: readonly Body[]) => items.map(({ kind, id }) => [kind, id]);

describe('an invoice of the past', () => {
  const readAt = (at: string) => operator.get(`/invoices/${made.disputed}?at=${encodeURIComponent(at)}`);

  it('is as it was, with the balances of then', async () => {
    const { body: today } = await operator.get(`/invoices/${made.disputed}`);
    expect([today.status, today.deals[0].status, today.past]).toEqual(['dispute', 'dispute', undefined]);
    const { body } = await readAt(today.createdAt);
    expect([body.status, body.deals[0].status, body.deals[0].dispute]).toEqual(['new', 'transfer_waiting', null]);
    expect([body.disputeFacts, body.notifications]).toEqual([[], []]);
    expect(body.past).toMatchObject({ at: today.createdAt, ofToday: [] });
    const held = body.past.balances.find(({ kind }: Body) => kind === 'maker_held');
    // The second payin holds of it as well by now.
    expect(held.balance).toEqual(today.transfers[0].sum);
    const { body: last } = await readAt(today.updatedAt);
    expect({ ...last, past: undefined }).toEqual({ ...today, past: undefined });
  });

  it('is refused for instants that are none, that are still to come, and from before it was made', async () => {
    const refusals = await Promise.all(['yesterday', '2101-01-01T00:00:00Z', '2001-01-01T00:00:00Z'].map(readAt));
    expect(refusals.map(({ status, body }) => [status, body[0].code, body[0].field])).toEqual([
      [400, 'wrong_type', 'at'],
      [400, 'instant_in_future', 'at'],
      [400, 'instant_before_invoice', 'at'],
    ]);
  });

  it('shows a merchant the balances of the own store alone', async () => {
    const merchant = await signInDemo(service, 'merchant');
    const { body: today } = await merchant.get(`/invoices/${made.payout}`);
    const { body } = await merchant.get(`/invoices/${made.payout}?at=${encodeURIComponent(today.createdAt)}`);
    const kinds = body.past.balances.map(({ kind, ownerId }: Body) => `${kind} ${ownerId}`);
    expect(kinds.sort()).toEqual(['store_available 1', 'store_frozen 1']);
  });
});

describe('the work queue', () => {
  it('has everything that waits for a person, who waits longest first', async () => {
    const { body } = await operator.get('/work');
    expect(kindsAndIds(body.items)).toEqual([
      ['payout', made.payout],
      ['confirmed', made.confirmed],
      ['arrival', made.arrival],
      ['withdrawal', made.withdrawal],
      ['dispute', made.disputed],
    ]);
    expect(body.next).toBeNull();
    expect(body.items[1]).toMatchObject({ storeName: 'Demo Shop', deal: { status: 'transfer_confirmed' } });
    expect(body.items[2]).toMatchObject({ storeName: null, arrival: { requisite: { makerName: 'Demo Maker 3' } } });
    const ages = body.items.map(({ since }: Body) => Date.parse(since));
    expect(ages).toEqual([...ages].sort());
  });

  it('is paged without a gap or a repeat', async () => {
    // At rest: links to receipts carry the second in which they were made.
    await service.atRest(async () => {
      const whole = (await operator.get('/work')).body.items;
      const seen: Body[] = [];
      let after = '';
      for (let page = 0; page < 5; page++) {
        const { body } = await operator.get(`/work?limit=1${after}`);
        seen.push(...body.items);
        after = `&after=${body.next}`;
      }
      expect(seen).toEqual(whole);
      expect(JSON.stringify(whole)).toContain('?expires=');
    });
  });

  it('is narrowed to one kind, and counts all', async () => {
    const { body } = await operator.get('/work?kind=dispute');
    expect(kindsAndIds(body.items)).toEqual([['dispute', made.disputed]]);
    expect(body.totals.map(({ kind, count, isMore }: Body) => [kind, count, isMore])).toEqual([
      ['escalated', 0, false],
      ['overdue', 0, false],
      ['unproved', 0, false],
      ['confirmed', 1, false],
      ['objected', 0, false],
      ...['dispute', 'arrival', 'payout', 'withdrawal'].map((kind) => [kind, 1, false]),
      ...['message', 'line'].map((kind) => [kind, 0, false]),
    ]);
  });

  it('refuses a cursor it never gave', async () => {
    for (const after of ['x', '12_x', `1_${'x'.repeat(36)}`]) {
      const { status, body } = await operator.get(`/work?after=${after}`);
      expect([status, body[0].code, body[0].field]).toEqual([400, 'wrong_type', 'after']);
    }
  });
});

describe('the search', () => {
  const find = async (q: string): Promise<Body[]> =>
    (await operator.get(`/search?q=${encodeURIComponent(q)}`)).body.items;

  it.each([
    ['the ID of an invoice', () => made.confirmed, 'invoice', 'id'],
    ['the ID of an arrival', () => made.arrival, 'arrival', 'id'],
    ['the ID of a withdrawal', () => made.withdrawal.toUpperCase(), 'withdrawal', 'id'],
    ['an internal ID', () => 'order-77', 'invoice', 'internalId'],
    ['the number of the bank', () => 'bank-55', 'arrival', 'reference'],
    ['the end of a requisite', () => '0003', 'requisite', 'requisite'],
    ['digits in the middle of a requisite', () => '9000000', 'requisite', 'requisite'],
    ['digits of a requisite as they are printed', () => '900 000-00', 'requisite', 'requisite'],
    ['the holder of a requisite', () => 'sergey', 'requisite', 'holder'],
    ['how an internal ID begins', () => 'order-7', 'invoice', 'internalId'],
    ['how an invoice ID begins', () => made.confirmed.slice(0, 13), 'invoice', 'id'],
    ['the same without hyphens', () => made.confirmed.replaceAll('-', '').slice(0, 12), 'invoice', 'id'],
    ['an amount', () => '1 002', 'invoice', 'amount'],
    ['a name', () => 'demo shop 2', 'store', 'name'],
  ])('finds by %s', async (_, q, kind, foundBy) => {
    expect(await find(q())).toContainEqual(expect.objectContaining({ kind, foundBy }));
  });

  it('finds nothing where there is nothing, and wants something to look for', async () => {
    expect(await find('no such thing')).toEqual([]);
    // Signs of a pattern are what they are; another case is another order.
    for (const q of ['order-%', 'order_77', 'ORDER-7', 'rder-77']) expect(await find(q)).toEqual([]);
    expect((await operator.get('/search?q=%20')).body[0]).toMatchObject({ code: 'blank', field: 'q' });
  });
});

describe('a list of one', () => {
  it('is asked for by its ID, and has nothing of what is not theirs', async () => {
    const [maker, merchant] = [await signInDemo(service, 'maker'), await signInDemo(service, 'merchant')];
    const idsOf = async (client: OperatorClient, path: string) =>
      (await client.get(path)).body.items.map(({ id }: Body) => id);
    expect(await idsOf(operator, `/arrivals?id=${made.arrival}`)).toEqual([made.arrival]);
    expect(await idsOf(maker, `/arrivals?id=${made.arrival}`)).toEqual([]);
    expect(await idsOf(operator, `/withdrawals?id=${made.withdrawal}`)).toEqual([made.withdrawal]);
    expect(await idsOf(merchant, `/withdrawals?id=${made.withdrawal}`)).toEqual([made.withdrawal]);
    expect(await idsOf(operator, '/requisites?id=3')).toEqual([3]);
    expect(await idsOf(maker, '/requisites?id=3')).toEqual([]);
  });
});

describe('the accounts of the ledger', () => {
  it('are narrowed to a kind and an owner, within reach', async () => {
    const idsOf = async (client: OperatorClient, query: string) =>
      (await client.get(`/accounts?${query}`)).body.items.map(({ id }: Body) => id);
    expect(await idsOf(operator, 'kind=store_available')).toEqual([11, 13]);
    expect(await idsOf(operator, 'kind=maker_held&ownerId=2')).toEqual([105]);
    expect(await idsOf(await signInDemo(service, 'maker'), 'ownerId=2')).toEqual([]);
    expect(await idsOf(await signInDemo(service, 'merchant'), 'kind=fees')).toEqual([]);
  });
});

describe('the balance over time', () => {
  it('ends at the balance of now and began before the money came', async () => {
    const { body } = await operator.get('/accounts/11/history?days=2');
    const { body: statement } = await operator.get('/accounts/11/statement?limit=200');
    expect(body.points).toHaveLength(240);
    expect(body.points.at(-1).balance).toEqual(statement.closing);
    expect(body.points[0].balance.amount).toBe('0.00000000');
    expect(body.cutAt).toBeNull();
  });

  it('is of 366 days at most', async () => {
    expect((await operator.get('/accounts/11/history?days=367')).body[0]).toMatchObject({ code: 'out_of_range' });
  });
});

describe('how things are', () => {
  it('is told of the service', async () => {
    const { body } = await operator.get('/system');
    expect(body).toMatchObject({ mode: 'sandbox', isAvailable: true, moneyOut: 'open', outdatedRates: 0 });
    expect(body.work).toHaveLength(11);
  });

  it('is told of what shows that nothing was rewritten: where book and audit log end, how far both were checked', async () => {
    const evidence = async () => (await operator.get('/system')).body.evidence;
    await expect
      .poll(async () => (await evidence()).auditLog)
      .toMatchObject({ unlinked: 0, faults: [], checkedAt: expect.any(String), hash: expect.any(String) });
    await expect.poll(async () => (await evidence()).book.page).toBeGreaterThan(0);
    const { book, auditLog } = await evidence();
    const { rows } = await service.db.pool.query(
      `select (select encode(hash, 'hex') from book_pages where number = $1) as page,
         (select encode(hash, 'hex') from audit_chain where sequence = $2) as line`,
      [book.page, auditLog.lines],
    );
    expect(rows[0]).toEqual({ page: book.hash, line: auditLog.hash });
    expect(auditLog.checkedLines).toBeLessThanOrEqual(auditLog.lines);
  });

  it('is told of the day: trade, what waits, what makers have, rates and alarms', async () => {
    const paid = (await service.shop.createPayin({ amount: '955.00', startDeal: true })).body;
    await operator.post(`/deals/${paid.id}/settle`, { reason: 'seen in the bank' });
    const { status, body } = await operator.get('/overview');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.trade).toEqual([
      {
        ...{ type: 'in', currency: 'RUB', created: 3, paid: 1, successBps: 10_000 },
        paidSum: { amount: '955.00', currency: 'RUB', subunit: 2 },
      },
      {
        ...{ type: 'out', currency: 'RUB', created: 1, paid: 0, successBps: null },
        paidSum: { amount: '0.00', currency: 'RUB', subunit: 2 },
      },
    ]);
    // 2.5 % of ten, and makers of this world earn nothing.
    const tether = (amount: string) => ({ amount, currency: 'USDT', subunit: 8 });
    expect(body.income).toEqual([
      { currency: 'USDT', fees: tether('0.25000000'), rewards: tether('0.00000000'), income: tether('0.25000000') },
    ]);
    expect(body.makers).toMatchObject([{ currency: 'USDT', makers: 8 }]);
    const [one] = body.trade;
    expect(body.points).toEqual([expect.objectContaining(one), expect.objectContaining(body.trade[1])]);
    expect(body.byHour).toHaveLength(2);
    expect(body.byStore[0]).toEqual({ key: '1', ...one });
    expect(body.byMaker.reduce((sum: number, { paid: count }: Body) => sum + count, 0)).toBe(1);
    expect(body.byBank.some(({ paid: count, successBps }: Body) => count === 1 && successBps === 10_000)).toBe(true);
    expect(body.waits[0]).toEqual({ type: 'in', count: 0, halfWithinS: null, mostWithinS: null });
    expect(body).toMatchObject({ misses: [], low: [], isCut: false, books: { moneyOut: 'open', lawsBroken: 0 } });
    const { amount: free } = body.makers[0].free;
    const { rows } = await service.db.pool.query(
      `select sum(balance)::int8 as free from accounts where kind = 'maker_available'`,
    );
    expect(free.replace('.', '')).toBe(String(rows[0].free));
    expect(Object.fromEntries(body.work.map(({ kind, count }: Body) => [kind, count]))).toEqual({
      ...{
        escalated: 0,
        overdue: 0,
        unproved: 0,
        objected: 0,
        confirmed: 1,
        dispute: 1,
        arrival: 1,
        payout: 1,
        withdrawal: 1,
        message: 0,
        line: 0,
      },
    });
    expect(body.rates).toHaveLength(4);
    expect(body.alarms).toEqual([]);
    const later = await operator.get(`/overview?from=${encodeURIComponent(new Date(service.now()).toISOString())}`);
    expect(later.body).toMatchObject({ trade: [], income: [] });
    const pair = { settlementCurrency: 'USDT', fiatCurrency: 'KZT', in: '525', out: '515' };
    await operator.post('/rates', { ...pair, ageMaxMs: 1_000, reason: 'a test' });
    service.advance(2_000);
    expect((await operator.get('/overview')).body.alarms).toEqual([{ kind: 'rates_outdated', count: 2 }]);
    await operator.post('/rates', { ...pair, reason: 'a test' });
  });

  it('is told of makers and their requisites', async () => {
    const { body } = await operator.get('/makers');
    const started = body.items.map(({ lastDay }: Body) => lastDay.started);
    expect(started.reduce((sum: number, one: number) => sum + one, 0)).toBe(3);
    const requisites = (await operator.get('/requisites?limit=200')).body.items;
    const busy = requisites.filter(({ activeDeals }: Body) => activeDeals > 0);
    expect(busy.map(({ dayTurnover }: Body) => dayTurnover).sort()).toEqual(['1001.00', '1002.00']);
  });

  it('is told of payers who could not be given requisites', async () => {
    // The bank has two requisites for this: the third payer of the same sum gets none.
    const wish = { amount: '1003.00', paymentMethod: 'ozon', paymentOption: 'SBP', startDeal: true };
    for (const internalId of ['one', 'two', 'three']) await service.shop.createPayin({ ...wish, internalId });
    const { body } = await operator.get('/allocation-misses');
    expect(body.next).toBeNull();
    expect(body.items).toMatchObject([
      { storeId: 1, option: 'SBP', bank: 'ozon', sum: { amount: '1003.00', currency: 'RUB' }, reason: 'amount_busy' },
    ]);
  });
});

describe('a case', () => {
  const caseOf = async (id: string) => (await operator.get(`/work/${id}`)).body;

  it('has all that is needed to decide a transfer: receipt, sums, the bank, the payer', async () => {
    const payer = { userId: 'payer-9', amount: '1003.00' };
    const before = (await service.shop.createPayin({ ...payer, internalId: 'once' })).body;
    await service.shop.cancel(before.id);
    const again = { ...payer, internalId: 'again', startDeal: true };
    const first = (await service.shop.createPayin(again)).body;
    await service.shop.cancel(first.id);
    const { id } = (await service.shop.createPayin(again)).body;
    await service.shop.confirm(id);
    const seen = await caseOf(id);
    expect(seen).toMatchObject({
      id,
      kind: 'confirmed',
      storeName: 'Demo Shop',
      deal: { status: 'transfer_confirmed', attachments: [{ mediaType: 'image/png' }] },
      invoice: { id, internalId: 'again', userId: 'payer-9', status: 'new' },
      history: { isKnown: true, isMore: false, counts: { canceled: 2, paid: 0 } },
      arrivals: [],
      claim: null,
      comments: [],
    });
    expect(seen.history.ofPayer.map((one: Body) => one.id)).toEqual([first.id, before.id]);
    expect(seen.history.ofOrder.map((one: Body) => one.id)).toEqual([first.id]);
    const minor = ({ amount }: Body) => BigInt(amount.replace('.', ''));
    expect(minor(seen.sums.store) + minor(seen.sums.fee)).toBe(minor(seen.sums.maker));
    await operator.post(`/deals/${id}/reject-transfer`, { reason: 'a test' });
    // Somebody else may have decided it: it is shown, and waits no longer.
    expect(await caseOf(id)).toMatchObject({ kind: null, deal: { status: 'canceled' } });
  });

  it('names the deals that an arrival may have been meant for, and what came to that maker of late', async () => {
    const { requisiteId } = (await operator.get(`/deals/${made.confirmed}`)).body;
    const short = { requisiteId, amount: '77.00', reference: 'bank-77' };
    const { id } = (await operator.post('/arrivals', short)).body;
    const seen = await caseOf(id);
    expect(seen).toMatchObject({ kind: 'arrival', arrival: { id, reference: 'bank-77' } });
    expect(seen.candidates.map((deal: Body) => deal.id)).toContain(made.confirmed);
    expect(seen.makersArrivals.map((one: Body) => one.reference)).toContain('bank-77');
    expect(await caseOf(made.withdrawal)).toMatchObject({ kind: 'withdrawal', storeName: 'Demo Shop', sums: null });
    await operator.post(`/arrivals/${id}/return`, { reason: 'a test' });
    expect((await operator.get('/work/0193f9a0-3f70-7d3c-9f3f-6f1b7a0c2d51')).status).toBe(404);
  });

  it('is claimed by one person, seen by all, taken over by who says so, and free again by itself', async () => {
    const boris = await createSignedIn(service, { login: 'boris', role: 'operator' });
    const claim = (who: OperatorClient, body = {}) => who.post(`/work/${made.disputed}/claim`, body);
    expect((await claim(operator)).body).toMatchObject({ login: 'operator', isOwn: true });
    const listed = (await boris.get('/work?kind=dispute')).body.items[0].claim;
    expect(listed).toMatchObject({ login: 'operator', isOwn: false });
    expect(await claim(boris)).toMatchObject({ status: 400, body: [{ code: 'case_claimed' }] });
    // Another's claim is not released.
    await boris.post(`/work/${made.disputed}/release`);
    expect((await caseOf(made.disputed)).claim).toMatchObject({ isOwn: true });
    expect((await claim(boris, { takeOver: true })).body.login).toBe('boris');
    expect((await caseOf(made.disputed)).claim).toMatchObject({ login: 'boris', isOwn: false });
    await boris.post(`/work/${made.disputed}/release`);
    expect((await caseOf(made.disputed)).claim).toBeNull();
    await claim(boris);
    service.advance(30 * 60_000);
    expect((await caseOf(made.disputed)).claim).toBeNull();
    expect((await claim(operator)).status).toBe(200);
  });

  it('is talked about; who is named finds it until they have looked', async () => {
    const eva = await createSignedIn(service, { login: 'eva', role: 'operator' });
    const say = (text: string) => operator.post(`/work/${made.disputed}/comments`, { text });
    const { body } = await say('  @eva, is this your bank? @operator @nobody @demo-maker  ');
    expect(body.items).toMatchObject([
      { login: 'operator', text: '@eva, is this your bank? @operator @nobody @demo-maker' },
    ]);
    expect((await caseOf(made.disputed)).comments).toEqual(body.items);
    const mentions = async (who: OperatorClient) => (await who.get('/work?limit=1')).body.mentions;
    expect(await mentions(eva)).toMatchObject([{ caseId: made.disputed, login: 'operator' }]);
    expect(await mentions(operator)).toEqual([]);
    expect((await eva.post(`/work/${made.disputed}/seen`)).body.items).toEqual([]);
    expect(await mentions(eva)).toEqual([]);
    expect((await say('   ')).body[0].code).toBe('blank');
    const { audit } = (await operator.get(`/invoices/${made.disputed}`)).body;
    expect(audit.at(-1)).toMatchObject({ action: 'comment-case', actor: 'operator' });
  });

  it('is late when the limit of its kind says so, which operators change', async () => {
    const limit = { kind: 'dispute', warnMinutes: 30, lateMinutes: 90, reason: 'more people' };
    expect((await operator.post('/work/limits', { ...limit, lateMinutes: 29 })).body[0].code).toBe('work_limit_order');
    expect((await operator.post('/work/limits', limit)).status).toBe(200);
    const { limits } = (await operator.get('/work?limit=1')).body;
    expect(limits.map(({ kind }: Body) => kind)).toEqual([
      'escalated',
      'overdue',
      'unproved',
      'confirmed',
      'objected',
      'dispute',
      'arrival',
      'payout',
      'withdrawal',
      'message',
      'line',
    ]);
    expect(limits[5]).toEqual({ kind: 'dispute', warnMinutes: 30, lateMinutes: 90 });
  });
});
