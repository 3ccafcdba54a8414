import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliActor } from '../../src/domain/people/audit.ts';
import { createRequisite } from '../../src/settings/makers/create-requisite.ts';
import { createUser as createUserAct } from '../../src/settings/people/create-user.ts';
import {
  CarefulPerson,
  operatorPassword,
  type ProductionService,
  startProductionService,
} from '../http/conformance/support/production-service.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { testSettings } from '../support/settings.ts';
import { createUser } from '../support/staff.ts';

/**
 * One operator puts a thief's card into a maker with a deposit, in production, and pauses the real ones: payers paid the thief, and
 * the maker's deposit paid the store. A token with the scope `settings` could do the same, or a file of many cards.
 */
const reason = 'an attack';
const hourMs = 3_600_000;
const thiefs = ['2200700000000003', '2200700000000011', '2200700000000029', '2200700000000037'];
const password = 'a password of tests';

let service: ProductionService;
let thief: CarefulPerson;
let honest: CarefulPerson;
let maker: OperatorClient;

beforeAll(async () => {
  service = await startProductionService();
  await createUser(service, { login: 'honest', role: 'operator' });
  await createUser(service, { login: 'real-maker', role: 'maker', makerId: 1 });
  thief = await CarefulPerson.signedIn(service, 'operator', operatorPassword);
  honest = await CarefulPerson.signedIn(service, 'honest', password);
  maker = await OperatorClient.signedIn(service.url, 'real-maker', password);
  service.advance(1_000);
});
afterAll(() => service?.stop());

const bad = () => thief.client;
const withCheckDigit = (number: string) => {
  const body = number.slice(0, -1);
  const sum = [...body].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};
const cards = thiefs.map(withCheckDigit);
const card = (index: number) => ({ option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', number: cards[index] });
const add = (index: number, client = bad()) => client.post('/requisites', { makerId: 1, ...card(index), reason });
const accept = (client: OperatorClient, ...ids: number[]) => codeOf(client.post('/requisites/accept', { ids }));
/** What a payer is shown, with every other requisite paused. */
const numberGiven = async () => {
  const wish = { type: 'in', amount: '5000', currency: 'RUB', notificationUrl: '', notificationToken: '' };
  const { body } = await service.shop.post('/api/merchant/invoices', { ...wish, startDeal: true });
  return (body.deals?.[0]?.requisites?.requisites ?? body.deals?.[0]?.requisites ?? null) as string | null;
};
const pauseAllBut = async (ids: readonly number[]) => {
  await service.db.pool.query('update requisites set paused_by_operator = not id = any($1::int4[])', [ids]);
};

describe('one operator with a card of a stranger', () => {
  let id: number;

  it('gets no payer to it, although the real ones are paused', async () => {
    const { status, body } = await add(0);
    expect({ status, isWaiting: body.isWaiting, by: body.addedBy }).toEqual({
      status: 200,
      isWaiting: true,
      by: 'operator',
    });
    id = body.id;
    await pauseAllBut([id]);
    expect(await numberGiven()).toBeNull();
    service.advance(48 * hourMs);
    await thief.wait(0);
    await honest.wait(0);
    expect(await numberGiven()).toBeNull();
  });

  it('does not say yes in person, by a token, nor as a user of the maker made for it', async () => {
    expect(await accept(bad(), id)).toBe('own_request');
    const { body } = await bad().post('/tokens', { name: 'robot', scopes: ['settings'], reason });
    expect(await accept(OperatorClient.withToken(service.url, body.token), id)).toBe('people_only');
    const user = { login: 'made-up', role: 'maker', makerId: 1, password: 'a long enough password', reason };
    expect(await codeOf(bad().post('/users', user))).toBe('second_person_needed');
    // Made before the maker had anything, when one operator was enough.
    const { id: userId } = (await bad().get('/me')).body;
    const by = { actor: { ...cliActor, userId, name: 'operator' }, reason, at: service.now() };
    await service.settings.run(createUserAct, { ...user, name: '', role: 'maker', merchantId: null }, by);
    service.advance(1_000);
    const accomplice = await OperatorClient.signedIn(service.url, 'made-up', 'a long enough password');
    expect(await accept(accomplice, id)).toBe('approver_too_new');
    const later = (await add(1)).body.id;
    expect(await accept(accomplice, later)).toBe('let_in_by_author');
    const other = await createUser(service, { login: 'other-maker', role: 'maker', makerId: 2 });
    expect(other).toBeGreaterThan(0);
    expect(await accept(await OperatorClient.signedIn(service.url, 'other-maker', password), id)).toBe('not_found');
    const late = await createUser(service, { login: 'late', role: 'operator' });
    expect(late).toBeGreaterThan(0);
    const newcomer = await CarefulPerson.signedIn(service, 'late', password);
    expect(await accept(newcomer.client, id)).toBe('approver_too_new');
    expect(await numberGiven()).toBeNull();
  });

  it('sees the maker told of it on every channel, whatever was wished for', async () => {
    await service.db.pool.query(
      `insert into told_channels (user_id, kind, address, language, created_at, confirmed_at)
       select id, 'email', 'maker@example.com', 'en', to_timestamp(0), to_timestamp(0) from users where login = 'real-maker'`,
    );
    // The worker looks every half minute where nobody wants to hear anything; a choice wakes it.
    const real = await OperatorClient.signedIn(service.url, 'real-maker', password);
    expect((await real.post('/me/wishes', { wishes: [] })).status).toBe(200);
    await expect
      .poll(
        async () =>
          (await service.db.pool.query(`select facts from told_messages where kind = 'requisite' order by id limit 1`))
            .rows[0]?.facts,
        { timeout: 60_000 },
      )
      .toEqual({ number: `…${cards[0]?.slice(-4)}`, by: 'operator', more: '0' });
  });

  it('adds a card that gets deals an hour after the maker has said yes', async () => {
    maker = await OperatorClient.signedIn(service.url, 'real-maker', password);
    expect(
      (await maker.get('/requisites?waiting=true&limit=200')).body.items.map((one: { id: number }) => one.id),
    ).toContain(id);
    expect(await accept(maker, id)).toBe('done');
    expect(await numberGiven()).toBeNull();
    const { rows } = await service.db.pool.query('select reason from allocation_misses order by id desc limit 1');
    expect(rows).toEqual([{ reason: 'new_requisite' }]);
    service.advance(hourMs);
    expect(await numberGiven()).toBe(cards[0]);
  });

  it('brings a file that waits as a whole, and that another operator accepts in one act', async () => {
    await thief.wait(0);
    await honest.wait(0);
    const lines = [2, 3].map((index) => `TO_CARD,sberbank,RUB,${cards[index]}`);
    const file = ['option,bank,currency,number', ...lines].join('\n');
    const path = '/makers/1/requisites/import?reason=an-attack';
    expect((await bad().upload(path, file, { 'content-type': 'text/csv' })).body).toEqual({ created: 2, errors: [] });
    const waiting = (await honest.client.get('/requisites?waiting=true&limit=200')).body.items;
    const ids = waiting.slice(-2).map((one: { id: number }) => one.id);
    await pauseAllBut(ids);
    expect(await numberGiven()).toBeNull();
    expect(await accept(bad(), ...ids)).toBe('own_request');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => honest.client.post('/requisites/accept', { ids })),
    );
    expect(answers.map(({ body }) => body.accepted).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    service.advance(hourMs);
    expect(cards.slice(2)).toContain(await numberGiven());
  });
});

it('the command line adds at once, and an operator who is alone after an hour', async () => {
  const settings = { option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', number: withCheckDigit('2200700000000045') };
  const by = { actor: cliActor, reason, at: service.now() };
  const id = await testSettings(service.db.pool).run(createRequisite, { makerId: 1, settings }, by);
  await pauseAllBut([id]);
  expect(await numberGiven()).toBe(settings.number);
  await service.db.pool.query(
    `update users set disabled = true, disabled_at = to_timestamp(0) where role = 'operator' and login <> 'operator'`,
  );
  await thief.wait(0);
  const number = withCheckDigit('2200700000000052');
  const { body } = await bad().post('/requisites', { makerId: 1, ...card(0), number, reason });
  expect({ isWaiting: body.isWaiting, usableFrom: body.usableFrom }).toEqual({
    isWaiting: false,
    usableFrom: expect.any(String),
  });
  await pauseAllBut([body.id]);
  expect(await numberGiven()).toBeNull();
  service.advance(hourMs);
  expect(await numberGiven()).toBe(number);
  const { rows } = await service.db.pool.query(
    `select details from audit_log where action = 'create-requisite' order by id desc limit 1`,
  );
  expect(rows[0].details).toMatchObject({ secondPerson: 'nobody' });
});

describe('the number of a stranger in words that payers read', () => {
  beforeAll(async () => {
    await thief.wait(0);
  });

  const words = [
    'Новая карта: 2200 7000 0000 0003',
    '２２００７０００００００００３',
    '+7 (912) 345-67-89',
    'https://pay.example',
  ];

  it.each(words)(
    'is refused as the owner of a card, the name of a bank or way to pay, and a step: %s',
    async (text) => {
      const { body } = await bad().get('/requisites?limit=1');
      const page = { ru: { title: 'Перевод', lead: 'По карте', steps: ['Откройте банк', text] } };
      const answers = await Promise.all([
        bad().patch(`/requisites/${body.items[0].id}`, { holder: text, reason }),
        bad().post('/requisites', { ...card(0), makerId: 1, holder: text, reason }),
        bad().patch('/catalogue/banks/RUB/sberbank', { name: text, reason }),
        bad().patch('/catalogue/options/TO_CARD', { nameRu: text, reason }),
        bad().patch('/catalogue/options/TO_CARD', { page, reason }),
      ]);
      expect(answers.map(({ body: [first] }) => first?.code)).toEqual(answers.map(() => 'number_in_words'));
    },
  );

  it('is no number that a name or a step may have', async () => {
    const { body } = await bad().get('/requisites?limit=1');
    const { id } = body.items[0];
    service.advance(60_000);
    expect((await bad().patch(`/requisites/${id}`, { holder: 'Анна С., 2-й этаж, 2026', reason })).status).toBe(200);
  });
});
