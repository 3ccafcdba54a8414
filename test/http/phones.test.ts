import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingOf, type WrittenLine, type WrittenStatement, writtenText } from '../../bench/statement-files.ts';
import { bringStatement } from '../support/bring-statement.ts';
import { expectLawsHold } from '../support/database.ts';
import { moscowDay, moscowTime, sinceMoscowNoon } from '../support/moscow.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { patiently } from '../support/patience.ts';
import { PhoneClient, switchOnTemplates } from '../support/phone-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** From a phone that is paired to a payin that is paid, as people and programs meet it. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let phone: PhoneClient;
let requisiteId: number;
let amountMinor = 310_000;

beforeAll(async () => {
  service = await startTestService({}, sinceMoscowNoon());
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  maker = await OperatorClient.signedIn(service.url, 'maker', 'demo-maker-password');
  await switchOnTemplates(operator);
  // One bank and one requisite of the demo maker, so that every deal of the test is on it.
  const { rows } = await service.db.pool.query(
    `select id from requisites where maker_id = 1 and bank = 'sberbank' and currency = 'RUB' and option = 'SBP' order by id`,
  );
  requisiteId = rows[0].id;
  await service.db.pool.query('update requisites set paused = (id <> $1)', [requisiteId]);
  phone = await PhoneClient.paired(service.url, maker, 'Shelf');
  await maker.patch(`/phones/${phone.id}`, { requisites: [{ requisiteId, digits: ['4821'] }] });
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const reason = 'a test';
const automate = (change: object) => operator.patch('/makers/1/automation', { ...change, reason });

async function startDeal(): Promise<{ readonly invoiceId: string; readonly amount: string; readonly dealId: string }> {
  amountMinor += 100;
  const amount = `${amountMinor / 100}.00`;
  const { status, body } = await service.shop.createPayin({ startDeal: true, amount, paymentOption: 'SBP' });
  expect(status, JSON.stringify(body)).toBe(200);
  return { invoiceId: body.id, amount, dealId: body.deals[0].id };
}

let balanceMinor = 1_000_000n;

/** As the bank writes it: with the balance that follows from the last one, unless the test says otherwise. */
function transferText(
  amount: string,
  change: { readonly digits?: string; readonly by?: bigint; readonly agoMs?: number } = {},
): string {
  balanceMinor += BigInt(amount.replace('.', '')) + (change.by ?? 0n);
  const balance = `${balanceMinor / 100n}.${String(balanceMinor % 100n).padStart(2, '0')}`;
  const time = moscowTime(service.now() - (change.agoMs ?? 0));
  return `СЧЁТ${change.digits ?? '4821'} ${time} Перевод ${amount}р от Олег К. Баланс: ${balance}р`;
}

/** By Moscow's clock, as the bank writes it. */
function day(): string {
  const [year = '', month, date] = moscowDay(service.now()).split('-');
  return `${date}.${month}.${year.slice(2)}`;
}

function sms(text: string, change: object = {}): object {
  return { from: '900', text, receivedStamp: service.now(), ...change };
}

/** The newest message, once somebody has read it. */
async function outcome(): Promise<Record<string, unknown>> {
  let newest: Record<string, unknown> = {};
  await patiently(async () => {
    newest = (await operator.get('/messages?limit=1')).body.items[0];
    expect(newest['outcome']).not.toBeNull();
  });
  return newest;
}

async function listed(phoneId: number): Promise<{ id: string; outcome: string | null }[]> {
  return (await operator.get(`/messages?phoneId=${phoneId}&limit=200`)).body.items;
}

async function statusOf(invoiceId: string): Promise<string> {
  return (await service.shop.get(`/api/merchant/invoices/${invoiceId}`)).body.status;
}

describe('a phone', () => {
  it('is paired once by its ticket, and posts with its token alone', async () => {
    const { body } = await maker.post('/phones', { name: 'Second' });
    const ticket = body.url.split('#')[1];
    const anybody = new OperatorClient(service.url);
    const paired = await anybody.knock('/phones/pair', { ticket });
    expect(paired.body).toMatchObject({ name: 'Second', messagesUrl: `${service.url}/api/devices/messages` });
    expect((await anybody.knock('/phones/pair', { ticket })).body[0].code).toBe('phone_ticket_ended');
    const second = new PhoneClient(service.url, body.id, paired.body.token);
    expect((await second.post('/heartbeat')).status).toBe(200);
    expect((await second.inAddress().post('/heartbeat')).status).toBe(200);
    expect((await new PhoneClient(service.url, body.id, 'qd_wrong').post('/heartbeat')).status).toBe(401);
    expect((await OperatorClient.withToken(service.url, paired.body.token).get('/me')).status).toBe(401);
    await maker.post(`/phones/${body.id}/revoke`);
    expect((await second.post('/heartbeat')).status).toBe(401);
    expect((await maker.patch(`/phones/${body.id}`, { name: 'x' })).body[0].code).toBe('phone_revoked');
  });

  it('needs another ticket when it waited too long with the first', async () => {
    const { body } = await maker.post('/phones', { name: 'Slow' });
    service.advance(11 * 60_000);
    const anybody = new OperatorClient(service.url);
    expect((await anybody.knock('/phones/pair', { ticket: body.url.split('#')[1] })).status).toBe(400);
    const renewed = await maker.post(`/phones/${body.id}/ticket`);
    expect((await anybody.knock('/phones/pair', { ticket: renewed.body.url.split('#')[1] })).status).toBe(200);
    await maker.post(`/phones/${body.id}/revoke`);
  });

  it('has requisites of its own maker alone, each of one phone', async () => {
    const set = (id: number, ids: readonly number[], digits = ['4821']) =>
      maker.patch(`/phones/${id}`, { requisites: ids.map((one) => ({ requisiteId: one, digits })) });
    expect((await set(phone.id, [requisiteId])).body.requisites).toEqual([{ requisiteId, digits: ['4821'] }]);
    const { body } = await maker.post('/phones', { name: 'Third' });
    expect((await set(body.id, [requisiteId])).body[0].code).toBe('requisite_of_another_phone');
    expect((await set(phone.id, [requisiteId], ['48 21'])).body[0].code).toBe('invalid_digits');
    const twice = await set(phone.id, [requisiteId, requisiteId]);
    expect([twice.body[0].code, twice.body[0].field]).toEqual(['requisite_twice', 'requisites.1.requisiteId']);
    const { rows } = await service.db.pool.query('select id from requisites where maker_id = 2 limit 1');
    expect((await set(phone.id, [rows[0].id])).status).toBe(404);
    await maker.post(`/phones/${body.id}/revoke`);
  });

  it('does not stop others with dates that no calendar of the database has', async () => {
    const other = await PhoneClient.paired(service.url, maker, 'Other');
    const odd = ['0000-01-01 10:00:00', '0050-01-01 10:00:00', '9999-12-31 23:59:59'].map((receivedAt) => ({
      sender: '900',
      text: `СЧЁТ4821 01.01.0000 зачислен перевод по СБП 6400р из ВТБ от ИГОРЬ ПЕТРОВИЧ Л. ${receivedAt}`,
      receivedAt,
      sentAt: receivedAt,
    }));
    const [first, second] = await Promise.all([
      phone.post('/messages', odd),
      other.post('/messages', { sender: '900', text: 'СЧЁТ4821 12:00 Перевод 5р от Олег К. Баланс: 5р' }),
    ]);
    expect([first.body, second.body]).toEqual([{ taken: 3 }, { taken: 1 }]);
    await patiently(async () => {
      const ofPhones = [await listed(phone.id), await listed(other.id)].map((items) => items.map((one) => one.outcome));
      expect(ofPhones).toEqual([['unread', 'unread', 'unread'], ['held']]);
    });
    await maker.post(`/phones/${other.id}/revoke`);
  });

  it('has every message kept as it came, and refuses what is malformed by its name', async () => {
    const odd = '  два\u00a0пробела \u2011 и\nстрока ';
    const many = await phone.post('/messages', [{ sender: 'Кто-то', title: 'Привет', text: odd }, { text: 'ещё' }]);
    expect([many.status, many.body]).toEqual([200, { taken: 2 }]);
    const { rows } = await service.db.pool.query(`select sender, title, text from phone_messages where title <> ''`);
    expect(rows).toEqual([{ sender: 'Кто-то', title: 'Привет', text: odd }]);
    const refused = await phone.post('/messages', [{ text: 'один' }, { text: '' }]);
    expect([refused.status, refused.body[0].code, refused.body[0].field]).toEqual([400, 'blank', '1.text']);
    await expect(service.db.owner.query('delete from phone_messages')).rejects.toThrow('append-only');
  });

  it('takes its requisites out of routing when it is silent, and puts them in again', async () => {
    const becomes = (status: string) =>
      patiently(async () => {
        const { body } = await maker.get('/phones');
        expect(body.items.find(({ id }: { id: number }) => id === phone.id)?.status).toBe(status);
      });
    // Time has passed in earlier tests, too, before it was heard again.
    await becomes('heard');
    service.advance(3 * 60_000);
    await becomes('silent');
    const refused = await service.shop.createPayin({ startDeal: true, amount: '5000.00', paymentOption: 'SBP' });
    expect(refused.body.deals).toEqual([]);
    const misses = await operator.get('/allocation-misses?limit=1');
    expect(misses.body.items[0].reason).toBe('phone_silent');
    await phone.post('/heartbeat');
    await patiently(async () => {
      const { body } = await service.shop.createPayin({ startDeal: true, amount: '5001.00', paymentOption: 'SBP' });
      expect(body.deals).toHaveLength(1);
      await service.shop.post(`/api/merchant/invoices/${body.id}/cancel`);
    });
    const log = await operator.get('/audit-log?limit=200');
    const actions = log.body.items.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['phone-silent', 'phone-back', 'pair-phone']));
  });
});

describe('a message about a transfer', () => {
  it('settles nothing by itself before an operator allows it; the maker who confirms means this money', async () => {
    const deal = await startDeal();
    await phone.post('/messages', sms(transferText(deal.amount)));
    const held = await outcome();
    expect(held).toMatchObject({ outcome: 'held', reason: 'automation_off', dealId: deal.dealId, chain: 'first' });
    expect(await statusOf(deal.invoiceId)).toBe('new');
    expect((await maker.post(`/deals/${deal.dealId}/settle`, { reason })).status).toBe(200);
    const { body } = await operator.get(`/arrivals?id=${held['arrivalId']}`);
    expect(body.items[0]).toMatchObject({ status: 'matched', dealId: deal.dealId });
  });

  it('pays its invoice within the limits, and a replay of it is the same arrival', async () => {
    await automate({ isOn: true, dealMax: '1000', dayMax: '100000' });
    const deal = await startDeal();
    const message = sms(transferText(deal.amount));
    await phone.post('/messages', message);
    const settled = await outcome();
    expect(settled).toMatchObject({ outcome: 'settled', reason: null, dealId: deal.dealId, chain: 'kept' });
    expect(await statusOf(deal.invoiceId)).toBe('paid');
    await phone.post('/messages', message);
    expect(await outcome()).toMatchObject({ outcome: 'replay', reason: settled['id'], arrivalId: null });
    await phone.post('/messages', { ...message, receivedStamp: service.now() + 30_000 });
    expect(await outcome()).toMatchObject({ outcome: 'replay' });
  });

  it('says nothing about balances when it is told again later: what would follow from that is held', async () => {
    // Messages may settle, and a chain has begun, also where this test runs alone.
    await automate({ isOn: true, dealMax: '1000', dayMax: '100000' });
    const before = await startDeal();
    await phone.post('/messages', sms(transferText(before.amount)));
    const deal = await startDeal();
    const message = { from: '900', text: transferText(deal.amount) };
    await phone.post('/messages', message);
    const settled = await outcome();
    expect(settled).toMatchObject({ outcome: 'settled', dealId: deal.dealId, chain: 'kept' });
    const next = await startDeal();
    await phone.post('/messages', sms(transferText(next.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'settled', dealId: next.dealId, chain: 'kept' });
    service.advance(3 * 60_000);
    await phone.post('/messages', message);
    expect(await outcome()).toMatchObject({ outcome: 'replay', reason: settled['id'], arrivalId: null });

    const forged = await startDeal();
    const byTheReplay = -BigInt(next.amount.replace('.', ''));
    await phone.post('/messages', sms(transferText(forged.amount, { by: byTheReplay })));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'balance_break' });
    expect(await statusOf(forged.invoiceId)).toBe('new');
    await service.shop.post(`/api/merchant/invoices/${forged.invoiceId}/cancel`);
  });

  it('is the money of a deal that the maker has confirmed already', async () => {
    const deal = await startDeal();
    await maker.post(`/deals/${deal.dealId}/settle`, { reason });
    await phone.post('/messages', sms(transferText(deal.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'settled', dealId: deal.dealId });
    await phone.post('/messages', sms(transferText(deal.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'twice' });
  });

  it.each([
    ['other digits', 'other_digits', () => transferText('3.00', { digits: '9999' })],
    ['another sum', 'short', (amount: string) => transferText(`${Number(amount.slice(0, -3)) - 1}.37`)],
    ['a balance that does not follow', 'balance_break', (amount: string) => transferText(amount, { by: 77n })],
    [
      'no balance, while others tell it',
      'balance_unchecked',
      (amount: string) => `СЧЁТ4821 ${day()} зачислен перевод по СБП ${amount}р из ВТБ от ИГОРЬ ПЕТРОВИЧ Л.`,
    ],
  ])('is held when it has %s, and says why', async (_, why, text) => {
    const deal = await startDeal();
    // The deals of earlier tests ended a moment ago, and clocks differ: the money could be theirs.
    service.advance(3 * 60_000);
    await phone.post('/messages', sms(text(deal.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: why });
    expect(await statusOf(deal.invoiceId)).toBe('new');
    await service.shop.post(`/api/merchant/invoices/${deal.invoiceId}/cancel`);
  });

  it('is held above the limit of a deal or of the day, by that name', async () => {
    await automate({ dealMax: '1' });
    const deal = await startDeal();
    await phone.post('/messages', sms(transferText(deal.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'deal_limit', dealId: deal.dealId });
    await automate({ dealMax: null, dayMax: '1' });
    const other = await startDeal();
    await phone.post('/messages', sms(transferText(other.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'day_limit', dealId: other.dealId });
    await automate({ dayMax: null });
  });

  it('is held when it is older than the deal it would pay', async () => {
    const deal = await startDeal();
    const agoMs = 10 * 60_000;
    await phone.post('/messages', sms(transferText(deal.amount, { agoMs }), { receivedStamp: service.now() - agoMs }));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'before_deal' });
  });

  it('waits for a person when no template reads it; the person enters it, once', async () => {
    const deal = await startDeal();
    await phone.post('/messages', sms('Вам бонус! Какой-то новый текст банка'));
    const { id, outcome: became } = await outcome();
    expect(became).toBe('stopped');
    await phone.post('/messages', sms('Зачислено по-новому, сумма в приложении'));
    const unread = await outcome();
    expect(unread['outcome']).toBe('unread');
    const open = await operator.get('/messages?waiting=open&limit=200');
    expect(open.body.items.map((one: { id: string }) => one.id)).toContain(unread['id']);
    const work = async () => (await operator.get('/work?kind=message&limit=200')).body;
    const waiting = await work();
    expect(waiting.items.at(-1)).toMatchObject({
      kind: 'message',
      id: `message-${unread['id']}`,
      message: { id: unread['id'], outcome: 'unread' },
      deal: null,
      claim: null,
    });
    const total = ({ totals }: { totals: { kind: string; count: number }[] }) =>
      totals.find(({ kind }) => kind === 'message')?.count;
    expect(total(waiting)).toBe(waiting.items.length);
    expect(waiting.limits).toContainEqual({ kind: 'message', warnMinutes: 30, lateMinutes: 120 });
    const enter = () => operator.post(`/messages/${unread['id']}/enter`, { requisiteId, amount: deal.amount, reason });
    expect((await enter()).body).toMatchObject({ verdict: 'entered', dealId: deal.dealId });
    expect((await enter()).body[0].code).toBe('message_decided');
    expect(total(await work())).toBe(waiting.items.length - 1);
    // Page by page, whatever the kind of the last item, nothing is left out or comes twice.
    const all = (await operator.get('/work?limit=200')).body.items.map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await operator.get(`/work?limit=1${after}`);
      paged.push(...body.items.map(({ id }: { id: string }) => id));
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(paged).toEqual(all);
    expect(await statusOf(deal.invoiceId)).toBe('paid');
    expect((await maker.post(`/messages/${id}/verdict`, { verdict: 'dismissed', reason })).status).toBe(403);
  });

  it('is read after all when a template is switched on, and settles only what it would have settled then', async () => {
    const switchAll = async (isOn: boolean) => {
      const { items } = (await operator.get('/message-templates')).body;
      const switches = items.map(({ id, latest }: { id: number; latest: { version: number } }) => ({
        id,
        version: isOn ? latest.version : null,
      }));
      expect((await operator.post('/message-templates/switch', { switches, reason })).status).toBe(200);
    };
    await automate({ isOn: true, breakMax: '1000' });
    await switchAll(false);
    const [paid, younger] = [await startDeal(), await startDeal()];
    const agoMs = 10 * 60_000;
    const old = transferText(younger.amount, { agoMs });
    await phone.post('/messages', sms(old, { receivedStamp: service.now() - agoMs }));
    await phone.post('/messages', sms(transferText(paid.amount)));
    await phone.post('/messages', sms('Совсем не перевод'));
    expect((await outcome())['outcome']).toBe('unread');
    const [dismissed] = await listed(phone.id);
    await operator.post(`/messages/${dismissed?.id}/verdict`, { verdict: 'dismissed', reason });
    await switchAll(true);
    await patiently(async () => {
      expect((await listed(phone.id)).slice(0, 3)).toMatchObject([
        { outcome: 'unread', readLateAt: null, verdict: 'dismissed' },
        { outcome: 'settled', readLateAt: expect.any(String), dealId: paid.dealId },
        { outcome: 'held', reason: 'before_deal', readLateAt: expect.any(String), dealId: younger.dealId },
      ]);
    });
    expect(await statusOf(paid.invoiceId)).toBe('paid');
    expect(await statusOf(younger.invoiceId)).toBe('new');
    await automate({ breakMax: '0' });
  });

  it('is confirmed by the line of a statement, and held when the statement told of the money first', async () => {
    const told = async (amount: string) => {
      const moscow = moscowDay(service.now());
      const lines: WrittenLine[] = [
        {
          direction: 'in',
          amount: BigInt(amount.replace('.', '')),
          day: moscow,
          reference: randomUUID().slice(0, 16),
          party: 'Олег К.',
          purpose: 'Перевод',
        },
      ];
      const statement: WrittenStatement = {
        account: '40817810000000004821',
        currency: 'RUB',
        number: randomUUID().slice(0, 8),
        from: moscow,
        to: moscow,
        opening: 0n,
        closing: closingOf(0n, lines),
      };
      return await bringStatement(operator, { requisiteId, content: writtenText('camt.053', statement, lines) });
    };
    const arrivalsOf = async (amount: string) =>
      (
        await service.db.pool.query('select id, status from arrivals where requisite_id = $1 and amount = $2', [
          requisiteId,
          amount.replace('.', ''),
        ])
      ).rows;
    await automate({ isOn: true, breakMax: '1000' });
    const first = await startDeal();
    await phone.post('/messages', sms(transferText(first.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'settled', dealId: first.dealId });
    expect((await told(first.amount)).counts).toMatchObject({ linked: 1, settled: 0, held: 0 });
    expect(await arrivalsOf(first.amount)).toHaveLength(1);

    const second = await startDeal();
    expect((await told(second.amount)).counts).toMatchObject({ linked: 0, settled: 1 });
    expect(await statusOf(second.invoiceId)).toBe('paid');
    await phone.post('/messages', sms(transferText(second.amount)));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'twice', arrivalId: null, requisiteId });
    expect(await arrivalsOf(second.amount)).toMatchObject([{ status: 'matched' }]);

    // The statement tells of money that nobody waits for; the message about it comes late.
    const stray = '77.13';
    expect((await told(stray)).counts).toMatchObject({ held: 1 });
    await phone.post('/messages', sms(transferText(stray)));
    expect(await outcome()).toMatchObject({ outcome: 'held', reason: 'twice', arrivalId: null });
    // Money that came after the file was brought in is not in it.
    service.advance(5 * 60_000);
    await phone.post('/heartbeat');
    await phone.post('/messages', sms(transferText(stray)));
    expect(await outcome()).toMatchObject({ outcome: 'held', arrivalId: expect.any(String) });
    expect(await arrivalsOf(stray)).toHaveLength(2);
    await automate({ breakMax: '0' });
  });

  it('is not entered for a deal that began after it came, though the sum is the same', async () => {
    await phone.post('/messages', sms('Зачислено до сделки, сумма в приложении'));
    const { id } = await outcome();
    service.advance(1_000);
    const younger = await startDeal();
    const { body } = await operator.post(`/messages/${id}/enter`, { requisiteId, amount: younger.amount, reason });
    expect(body).toMatchObject({ verdict: 'entered', dealId: younger.dealId });
    expect(await statusOf(younger.invoiceId)).toBe('new');
  });

  it('becomes one arrival when it is entered many times at once, with different sums and requisites', async () => {
    await phone.post('/messages', sms('Зачислено ещё раз по-новому, сумма в приложении'));
    const { id } = await outcome();
    const { rows } = await service.db.pool.query(
      'select id from requisites where maker_id = 1 and currency = $1 order by id limit 4',
      ['RUB'],
    );
    const asked = rows.flatMap(({ id: one }) =>
      ['7.00', '8.00'].map((amount) => ({ requisiteId: one, amount, reason })),
    );
    const answers = await Promise.all([...asked, ...asked].map((body) => operator.post(`/messages/${id}/enter`, body)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'entered' : body[0].code));
    expect(codes).toContain('entered');
    expect(codes.filter((code) => !['entered', 'message_being_entered', 'message_decided'].includes(code))).toEqual([]);
    const arrivals = await service.db.pool.query('select id from arrivals where reference = $1', [`message ${id}`]);
    expect(arrivals.rows).toHaveLength(1);
  });

  it('can be finished by another operator after a crash, but only with the same entry', async () => {
    await phone.post('/messages', sms('Зачислено и не закончено, сумма в приложении'));
    const { id } = await outcome();
    const other = await service.db.pool.query(
      'select id from requisites where maker_id = 1 and id <> $1 and currency = $2 limit 1',
      [requisiteId, 'RUB'],
    );
    await service.db.pool.query(
      'update message_outcomes set entering_requisite_id = $2, entering_amount = 900 where message_id = $1',
      [id, requisiteId],
    );
    const enter = (one: number, amount: string) =>
      operator.post(`/messages/${id}/enter`, { requisiteId: one, amount, reason });
    for (const refused of [
      await enter(other.rows[0].id, '9.00'),
      await enter(requisiteId, '10.00'),
      await operator.post(`/messages/${id}/verdict`, { verdict: 'dismissed', reason }),
    ]) {
      expect(refused.body[0].code).toBe('message_being_entered');
      expect(refused.body[0].message).toContain(`as 9.00 on requisite ${requisiteId}.`);
    }
    expect((await enter(requisiteId, '9.00')).body).toMatchObject({ verdict: 'entered' });
  });

  it('costs its maker the automation when it is false', async () => {
    await phone.post('/messages', sms(transferText('4.00', { by: 5n })));
    const { id } = await outcome();
    expect((await operator.post(`/messages/${id}/verdict`, { verdict: 'dismissed', reason })).body[0].code).toBe(
      'message_has_arrival',
    );
    expect((await operator.post(`/messages/${id}/verdict`, { verdict: 'false', reason })).body.verdict).toBe('false');
    const { body } = await maker.get('/makers/1/automation');
    expect(body).toMatchObject({ isOn: false, trust: { forged: 1 } });
    expect(body.trust.breaks).toBeGreaterThan(1);
    expect((await maker.patch('/makers/1/automation', { isOn: true, reason })).status).toBe(403);
  });
});
