import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * One ID for two movements of money. As it was run: a top-up of a maker, then the same ID for another maker, answers 200 and moves
 * nothing: somebody believes to have been credited, and the audit log has one line. And one operator, or a script, who pays a
 * maker's whole balance back.
 */
let service: TestService;
let operator: OperatorClient;
const reason = 'cash';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const balances = async () =>
  (await service.db.pool.query('select id, balance from accounts order by id')).rows as {
    id: number;
    balance: bigint;
  }[];

describe('a movement of money', () => {
  it('is refused under the ID of another one, whatever it differs in', async () => {
    const id = randomUUID();
    expect(await codeOf(operator.post('/makers/1/top-ups', { id, amount: '100', reason }))).toBe('done');
    const before = await balances();
    const reused = [
      operator.post('/makers/2/top-ups', { id, amount: '100', reason }),
      operator.post('/stores/1/top-ups', { id, amount: '100', reason }),
      operator.post('/makers/1/top-ups', { id, amount: '100.00000001', reason }),
      operator.post('/makers/1/pay-backs', { id, amount: '100', reason }),
      operator.post('/makers/1/pay-backs', { id: id.toUpperCase(), amount: '1', reason }),
    ];
    for (const answer of reused) expect(await codeOf(answer)).toBe('movement_id_reused');
    expect(await balances()).toEqual(before);
  });

  it('is one movement however often it is sent and however its sum is written', async () => {
    const id = randomUUID();
    const topUp = (amount: string) => operator.post('/makers/1/top-ups', { id, amount, reason });
    const { body } = await topUp('7');
    const before = await balances();
    for (const amount of ['7', '7.0', '7.00000000']) expect(await topUp(amount)).toMatchObject({ status: 200, body });
    expect(await balances()).toEqual(before);
  });

  it('cannot take the ID of a deal', async () => {
    const { body } = await service.shop.createPayin({ amount: '4321.00', startDeal: true });
    expect(body.deals).toHaveLength(1);
    const topUp = { id: body.deals[0].id, amount: '100', reason };
    expect(await codeOf(operator.post('/makers/1/top-ups', topUp))).toBe('movement_id_reused');
  });

  it('one ID for the top-up of one maker and the pay-back of another, fifty at once, is one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const movement = { id: randomUUID(), amount: '3', reason };
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const path = index % 2 === 0 ? '/makers/1/top-ups' : '/makers/2/pay-backs';
          return codeOf(operator.post(path, movement)).then((outcome) => `${path} ${outcome}`);
        }),
      );
      expect(new Set(outcomes).size, [...new Set(outcomes)].join(', ')).toBe(2);
      expect(outcomes.filter((outcome) => outcome.endsWith('done'))).toHaveLength(25);
      expect(outcomes.filter((outcome) => outcome.endsWith('movement_id_reused'))).toHaveLength(25);
    }
  });

  it('one ID for fifty owners at once moves money once', async () => {
    const id = randomUUID();
    const before = await balances();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        codeOf(operator.post(`/makers/${1 + (index % 5)}/top-ups`, { id, amount: '3', reason })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'movement_id_reused')).toHaveLength(40);
    const after = await balances();
    const moved = after.filter(({ balance }, index) => balance !== before[index]?.balance);
    expect(moved).toHaveLength(2);
  });
});

describe('a large top-up that waits for a second person', () => {
  let team: TestService;
  afterAll(() => team.stop());

  it('is not asked for, nor approved, under an ID that has moved other money', async () => {
    team = await startTestService({ SECOND_PERSON: 'on' });
    const first = await signInDemo(team, 'operator');
    const second = await createSignedIn(team, { login: 'second', role: 'operator' });
    const [id, taken] = [randomUUID(), randomUUID()];
    expect(await codeOf(first.post('/makers/1/top-ups', { id: taken, amount: '1', reason }))).toBe('done');
    const large = { amount: '50000', reason };
    expect(await codeOf(first.post('/makers/2/top-ups', { ...large, id: taken }))).toBe('movement_id_reused');
    expect(await codeOf(first.post('/makers/2/top-ups', { ...large, id }))).toBe('second_person_needed');
    const [asked] = (await second.get('/approvals')).body.items;
    expect(await codeOf(first.post('/makers/3/top-ups', { id, amount: '2', reason }))).toBe('done');
    team.advance(3_600_000);
    expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('movement_id_reused');
    expect((await second.get('/approvals')).body.items).toMatchObject([{ id: asked.id, status: 'waiting' }]);
    await expectLawsHold(team.db.pool);
  });
});

describe('what one operator pays back to makers', () => {
  let team: TestService;
  afterAll(() => team.stop());

  const paidBack = async () => {
    const sum = `select coalesce(sum(amount), 0)::int8 as sum from transfers where kind = 'pay_back'`;
    return (await team.db.pool.query(sum)).rows[0].sum as bigint;
  };

  it('waits for a second person above the limit of a day, however it is split, and is not for scripts', async () => {
    team = await startTestService({ SECOND_PERSON: 'on' });
    const first = await signInDemo(team, 'operator');
    const second = await createSignedIn(team, { login: 'second', role: 'operator' });
    const payBack = (makerId: number, amount: string, who = first) =>
      codeOf(who.post(`/makers/${makerId}/pay-backs`, { id: randomUUID(), amount, reason }));
    const before = await paidBack();
    // An approval of what the maker does not have would be used later.
    expect(await payBack(1, '9000000000')).toBe('insufficient_funds');
    expect((await second.get('/approvals')).body.items).toEqual([]);
    expect(await payBack(1, '10000.00000001')).toBe('second_person_needed');
    expect(await payBack(1, '6000')).toBe('done');
    expect(await payBack(2, '4000')).toBe('done');
    expect(await payBack(3, '0.00000001')).toBe('second_person_needed');
    const { token } = (await second.post('/tokens', { name: 'script', scopes: ['money'], reason })).body;
    expect(await payBack(1, '1', OperatorClient.withToken(team.url, token))).toBe('people_only');
    // What comes in is counted by itself.
    const topUp = { id: randomUUID(), amount: '10000', reason };
    expect(await codeOf(first.post('/makers/1/top-ups', topUp))).toBe('done');
    expect((await paidBack()) - before).toBe(1_000_000_000_000n);

    const [asked] = (await second.get('/approvals')).body.items;
    expect(asked).toMatchObject({
      act: 'allow-pay-back',
      danger: 'large-top-up',
      subjectKind: 'maker',
      subjectId: '3',
    });
    team.advance(3_600_000);
    for (let times = 0; times < 2; times++) {
      expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
      expect((await paidBack()) - before).toBe(1_000_000_000_001n);
    }
    await expectLawsHold(team.db.pool);
  });
});
