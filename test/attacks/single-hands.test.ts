import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CarefulPerson,
  operatorPassword,
  type ProductionService,
  startProductionService,
} from '../http/conformance/support/production-service.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { createUser, signInWithPassword } from '../support/staff.ts';

/**
 * What one hand did where two are promised, or a stolen session without a proof. As it was run: one operator paired a phone of the
 * thief's with a maker, and its forged messages paid payins; changed under a bank's name what the columns of its files mean; and
 * somebody with a stolen cookie took away what its owner would have been warned by, and said that withdrawals were sent.
 */
const reason = 'an attack';
const hourMs = 3_600_000;

let service: ProductionService;
let thief: CarefulPerson;
let honest: CarefulPerson;

beforeAll(async () => {
  service = await startProductionService();
  await createUser(service, { login: 'honest', role: 'operator' });
  await createUser(service, { login: 'real-maker', role: 'maker', makerId: 1 });
  thief = await CarefulPerson.signedIn(service, 'operator', operatorPassword);
  honest = await CarefulPerson.signedIn(service, 'honest', 'a password of tests');
  service.advance(1_000);
});
afterAll(() => service?.stop());

const bad = () => thief.client;
const newest = async () => (await honest.client.get('/approvals')).body.items[0];
const approve = (id: string) => honest.client.post(`/approvals/${id}/approve`, { reason });

/** An hour later both have just shown a code. */
async function anHourLater(): Promise<void> {
  await thief.wait(hourMs);
  await honest.wait(0);
}

describe('one operator with a phone', () => {
  const phonesOfMaker = async () =>
    (await service.db.pool.query('select id, paired_at as "pairedAt" from phones where maker_id = 1')).rows;
  const pair = (ticket: string) => new OperatorClient(service.url).enter('/phones/pair', { ticket });
  const ticketOf = (link: string) => link.split('#')[1] ?? '';

  it('pairs none with a maker: another operator says yes, and only that one sees the ticket', async () => {
    expect(await codeOf(bad().post('/phones', { name: 'Forger', makerId: 1 }))).toBe('second_person_needed');
    expect(await phonesOfMaker()).toEqual([]);
    const { id, ...asked } = await newest();
    expect(asked).toMatchObject({ act: 'create-phone', danger: 'maker-access', requestedBy: 'operator' });
    await anHourLater();
    expect(await codeOf(bad().post(`/approvals/${id}/approve`, { reason }))).toBe('own_request');
    const { body } = await approve(id);
    expect(body).toMatchObject({ status: 'approved', secret: expect.stringMatching(/^\/console\/pair#/) });
    expect((await pair(ticketOf(body.secret))).status).toBe(200);
    expect(await phonesOfMaker()).toMatchObject([{ pairedAt: expect.any(Number) }]);
  });

  it('takes over none that the maker has, by another ticket', async () => {
    const [{ id: phone }] = await phonesOfMaker();
    expect(await codeOf(bad().post(`/phones/${phone}/ticket`))).toBe('second_person_needed');
    expect(await newest()).toMatchObject({ act: 'create-phone-ticket', danger: 'maker-access' });
    const { rows } = await service.db.pool.query('select ticket_hash from phones where id = $1', [phone]);
    expect(rows).toEqual([{ ticket_hash: null }]);
  });

  it('leaves the maker to pair the own phones alone, at once', async () => {
    const maker = await signInWithPassword(service as never, 'real-maker');
    const { status, body } = await maker.post('/phones', { name: 'Mine' });
    expect(status).toBe(200);
    expect((await pair(ticketOf(body.url))).status).toBe(200);
  });
});

describe('one operator and the files of a bank', () => {
  const columns = { day: 'date', amount: 'amount', purpose: 'purpose' };
  const mapping = {
    separator: 'semicolon',
    dayOrder: 'ymd',
    decimalMark: '.',
    headingLine: 1,
    inWord: null,
    columns,
  };
  const save = (client: OperatorClient, meant: object) =>
    client.post('/csv-mappings', { name: 'A bank', mapping: meant });
  const saved = async () =>
    (await honest.client.get('/csv-mappings')).body.items.map((one: { mapping: unknown }) => one.mapping);

  it('says alone what no columns mean, neither new ones nor those that others rely on', async () => {
    expect(await codeOf(save(bad(), mapping))).toBe('second_person_needed');
    expect(await saved()).toEqual([]);
    const { id } = await newest();
    await anHourLater();
    expect(await codeOf(approve(id))).toBe('done');
    expect(await saved()).toMatchObject([mapping]);
    const balanceAsMoney = { ...mapping, columns: { ...columns, amount: 'balance' } };
    expect(await codeOf(save(bad(), balanceAsMoney))).toBe('second_person_needed');
    expect(await saved()).toMatchObject([mapping]);
  });
});

describe('a stolen session', () => {
  let stolen: OperatorClient;

  beforeAll(async () => {
    await service.db.pool.query(
      `insert into told_channels (user_id, kind, address, language, created_at, confirmed_at)
       select id, 'email', 'operator@example.com', 'en', to_timestamp(0), to_timestamp(0) from users where login = 'operator'`,
    );
    await anHourLater();
    stolen = thief.client;
    // The proof of the sign-in is over; the session is not.
    service.advance(6 * 60_000);
  });

  const channels = async () =>
    (await service.db.pool.query('select id from told_channels where removed_at is null')).rows as { id: number }[];

  it('takes away no address at which its owner is told, and no wish to be told', async () => {
    const [channel] = await channels();
    expect(await codeOf(stolen.delete(`/me/channels/${channel?.id}`))).toBe('fresh_code_needed');
    expect(await codeOf(stolen.post('/me/wishes', { wishes: [] }))).toBe('fresh_code_needed');
    expect(await channels()).toHaveLength(1);
  });

  it('ends none of the sessions in which its owner would see it, all at once or one by one', async () => {
    expect(await codeOf(stolen.post('/me/sessions/end-others'))).toBe('fresh_code_needed');
    const { items } = (await stolen.get('/me/sessions')).body;
    for (const { id } of items) expect(await codeOf(stolen.delete(`/me/sessions/${id}`))).toBe('fresh_code_needed');
    expect((await stolen.get('/me/sessions')).body.items).toHaveLength(items.length);
  });

  it('says of no withdrawal that it was sent', async () => {
    const id = '0193f000-0000-7000-8000-00000000dead';
    const sent = { txId: 'ab'.repeat(32), reason };
    expect(await codeOf(stolen.post(`/withdrawals/${id}/send`, sent))).toBe('fresh_code_needed');
  });

  it('ends together with all others, without a proof, when its owner has lost the phone', async () => {
    expect(await codeOf(stolen.delete('/me/sessions'))).toBe('done');
    expect((await stolen.get('/me')).status).toBe(401);
  });
});
