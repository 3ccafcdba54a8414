import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { codeOf, type OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * One ID for two movements of money. As it was run: a top-up of a maker, then the same ID for another maker, answers 200 and moves
 * nothing: somebody believes to have been credited, and the audit log has one line.
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
