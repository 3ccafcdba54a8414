import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { expectLawsHold } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, createUser, signInDemo } from '../support/staff.ts';

/**
 * One operator against the rules that need two. As it was run: rotate a merchant's secret, make a key, replace its second
 * factor, ask for a large withdrawal to a new address, make up a second operator, approve as both, send.
 */
const reason = 'an attack';
const hourMs = 3_600_000;
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const accountId = '0193f000-0000-7000-8000-000000000001';

interface Team {
  readonly service: TestService;
  /** The one who attacks. */
  readonly bad: OperatorClient;
  readonly honest: OperatorClient;
}

async function startTeam(): Promise<Team> {
  const service = await startTestService({ SECOND_PERSON: 'on' });
  const bad = await signInDemo(service, 'operator');
  const honest = await createSignedIn(service, { login: 'honest', role: 'operator' });
  return { service, bad, honest };
}

/** Sessions end within a day. */
async function wait(team: Team, ms: number): Promise<void> {
  team.service.advance(ms);
  await signIn(team);
}

async function signIn({ bad, honest }: Team): Promise<void> {
  const { login, password } = demoSecrets.people.operator;
  expect((await bad.signIn(login, password)).status).toBe(200);
  expect((await honest.signIn('honest', 'a password of tests')).status).toBe(200);
}

describe('one bad operator of two', () => {
  let team: Team;
  beforeAll(async () => {
    team = await startTeam();
  });
  afterAll(() => team.service.stop());

  const setFactor = async (operator: OperatorClient) => {
    const { seed, ticket } = (await operator.post('/merchants/1/second-factor/begin')).body;
    const code = totpCode(seed, totpStep(team.service.now()));
    return await codeOf(operator.post('/merchants/1/second-factor/confirm', { ticket, code, reason }));
  };
  const newest = async () => (await team.honest.get('/approvals')).body.items[0];
  const idOf = async (login: string) =>
    (await team.service.db.pool.query('select id from users where login = $1', [login])).rows[0].id as number;

  it('gets nothing alone that leads to a second person or to a merchant’s money', async () => {
    const { bad, service } = team;
    const user = { login: 'accomplice', role: 'operator', password: 'a long enough password', reason };
    const honestId = await idOf('honest');
    expect(await codeOf(bad.post('/users', user))).toBe('second_person_needed');
    expect(await codeOf(bad.patch(`/users/${honestId}`, { password: 'a password I know', reason }))).toBe(
      'second_person_needed',
    );
    expect(await codeOf(bad.delete(`/users/${honestId}/second-factor`, { reason }))).toBe('second_person_needed');
    expect(await codeOf(bad.post('/merchants/1/rotate-secret', { overlapHours: 0, reason }))).toBe(
      'second_person_needed',
    );
    expect(await setFactor(bad)).toBe('second_person_needed');
    expect(await codeOf(bad.patch('/stores/1', { twoApprovalsAbove: '1000000', reason }))).toBe('second_person_needed');
    expect(await codeOf(bad.patch('/stores/1', { payinFeeBps: 0, reason }))).toBe('second_person_needed');
    expect(await codeOf(bad.patch('/stores/1', { repeatWindowMs: 0, reason }))).toBe('second_person_needed');
    expect(await codeOf(bad.patch('/stores/1', { payoutHoldMs: 60_000, reason }))).toBe('second_person_needed');
    const patience = (pendingMax: number) =>
      codeOf(bad.patch('/stores/1/payer-rules', { fresh: { pendingMax }, reason }));
    expect([await patience(2), await patience(3), await patience(1), await patience(0)]).toEqual([
      'done',
      'second_person_needed',
      'done',
      'second_person_needed',
    ]);
    const rewards = [{ direction: 'in', bps: 250 }];
    expect(await codeOf(bad.post('/makers/1/rewards', { rewards, reason }))).toBe('second_person_needed');
    const topUp = { id: randomUUID(), amount: '1000000', reason };
    expect(await codeOf(bad.post('/stores/1/top-ups', topUp))).toBe('second_person_needed');
    const { rows } = await service.db.pool.query(
      `select (select count(*)::int from users where role = 'operator') as operators,
         (select two_approvals_above from stores where id = 1) as above,
         (select repeat_window_ms from stores where id = 1) as window,
         (select count(*)::int from merchants where access_changed_at is not null) as changed,
         (select count(*)::int from maker_rewards) as rewards,
         (select count(*)::int from pending_acts where status = 'waiting') as waiting`,
    );
    expect(rows).toEqual([
      { operators: 2, above: 100_000_000_000n, window: 24 * hourMs, changed: 0, rewards: 0, waiting: 13 },
    ]);
  });

  it('cannot approve the own requests, nor by a token, nor too early', async () => {
    const { bad, honest, service } = team;
    const { id } = await newest();
    service.advance(hourMs + 1);
    expect(await codeOf(bad.post(`/approvals/${id}/approve`, { reason }))).toBe('own_request');
    const token = (await honest.post('/tokens', { name: 'script', scopes: ['access', 'money'], reason })).body.token;
    expect(
      await codeOf(OperatorClient.withToken(service.url, token).post(`/approvals/${id}/approve`, { reason })),
    ).toBe('people_only');
    expect(await codeOf(bad.post('/merchants/1/rotate-secret', { overlapHours: 0, reason }))).toBe(
      'second_person_needed',
    );
    const young = await newest();
    expect(await codeOf(honest.post(`/approvals/${young.id}/approve`, { reason }))).toBe('request_too_young');
    expect(await codeOf(honest.post(`/approvals/${young.id}/reject`, { reason }))).toBe('done');
    expect(await codeOf(honest.post(`/approvals/${young.id}/approve`, { reason }))).toBe('request_decided');
  });

  it('is not helped by who was let in after the request was made', async () => {
    const { bad, service } = team;
    expect(await codeOf(bad.patch('/stores/1', { payinFeeBps: 1, reason }))).toBe('second_person_needed');
    const { id } = await newest();
    service.advance(1);
    const late = await createSignedIn(service, { login: 'late', role: 'operator' });
    service.advance(hourMs);
    expect(await codeOf(late.post(`/approvals/${id}/approve`, { reason }))).toBe('approver_too_new');
    await team.honest.patch(`/users/${await idOf('late')}`, { isDisabled: true, reason });
  });

  it('leaves the rules on by disabling the others', async () => {
    const { bad, service } = team;
    expect(await codeOf(bad.patch(`/users/${await idOf('honest')}`, { isDisabled: true, reason }))).toBe('done');
    const user = { login: 'accomplice', role: 'operator', password: 'a long enough password', reason };
    expect(await codeOf(bad.post('/users', user))).toBe('second_person_needed');
    expect((await bad.get('/system')).body.secondPerson).toBe('on');
    await service.db.pool.query(`update users set disabled = false, disabled_at = null where login = 'honest'`);
    await signIn(team);
  });

  /** Each is small; together they are above what one person may approve. */
  const askInParts = async () => {
    const ids: string[] = [];
    for (let part = 0; part < 4; part++) {
      team.service.advance(31_000);
      const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(team.service.now()));
      const asked = { accountId, amount: '400', address, code2FA };
      ids.push((await team.service.shop.post('/api/merchant/withdrawals', asked)).body.id);
    }
    return ids;
  };

  it('cannot split a large withdrawal into small ones, at once or when they are more than a day old', async () => {
    const { bad } = team;
    await bad.post('/stores/1/addresses', { address, reason });
    await wait(team, 24 * hourMs + 1);
    for (const waitMs of [0, 24 * hourMs + 60_000]) {
      const ids = await askInParts();
      await wait(team, waitMs);
      for (const id of ids) {
        expect((await bad.post(`/withdrawals/${id}/approve`, { reason })).body.status).toBe(2);
        const sent = await codeOf(bad.post(`/withdrawals/${id}/send`, { txId: 'ab'.repeat(32), reason }));
        expect(sent).toBe('approvals_missing');
      }
    }
  });

  it('is stopped by an approver of a withdrawal who came after it', async () => {
    const { service } = team;
    const { rows } = await service.db.pool.query('select id from withdrawals order by id limit 1');
    const late = await createSignedIn(service, { login: 'later', role: 'operator' });
    expect(await codeOf(late.post(`/withdrawals/${rows[0].id}/approve`, { reason }))).toBe('approver_too_new');
    expect(await codeOf(team.honest.post(`/withdrawals/${rows[0].id}/approve`, { reason }))).toBe('done');
    await expectLawsHold(service.db.pool);
  });
});

describe('one operator who makes money from nothing', () => {
  let team: Team;
  beforeAll(async () => {
    team = await startTeam();
  });
  afterAll(() => team.service.stop());

  const topUp = (owner: string, amount: string) =>
    codeOf(team.bad.post(`${owner}/top-ups`, { id: randomUUID(), amount, reason }));
  const newMaker = async (name: string) => {
    const { body } = await team.bad.post('/makers', { name, settlementCurrency: 'USDT', reason });
    return `/makers/${body.id}`;
  };
  const newStore = async (name: string) => {
    const merchant = (await team.bad.post('/merchants', { name, reason })).body;
    const terms = { currency: 'RUB', settlementCurrency: 'USDT', network: 'TRC20' };
    const { body } = await team.bad.post('/stores', { merchantId: merchant.id, name, ...terms, reason });
    return `/stores/${body.id}`;
  };
  const toppedUp = async () => {
    const sum = `select sum(amount)::int8 as sum from transfers where kind = 'top_up' and currency = 'USDT'`;
    return (await team.service.db.pool.query(sum)).rows[0].sum as bigint;
  };

  it('does not get above the limit by many owners, however new they are', async () => {
    const before = await toppedUp();
    expect(await topUp(await newMaker('first'), '6000')).toBe('done');
    expect(await topUp(await newMaker('second'), '4000.00000001')).toBe('second_person_needed');
    expect(await topUp(await newStore('third'), '4000')).toBe('done');
    expect(await topUp(await newStore('fourth'), '0.00000001')).toBe('second_person_needed');
    expect((await toppedUp()) - before).toBe(1_000_000_000_000n);
  });

  it('leaves the others what they may do alone, and has it again a day later', async () => {
    const { honest } = team;
    expect(await codeOf(honest.post('/makers/1/top-ups', { id: randomUUID(), amount: '10000', reason }))).toBe('done');
    await wait(team, 24 * hourMs - 600_000);
    expect(await topUp('/makers/1', '1')).toBe('second_person_needed');
    await wait(team, 601_000);
    expect(await topUp('/makers/1', '1')).toBe('done');
  });

  it('is counted right fifty times at once, over as many owners', async () => {
    await wait(team, 25 * hourMs);
    const before = await toppedUp();
    const owners = await Promise.all(Array.from({ length: 50 }, (_, index) => newMaker(`maker ${index}`)));
    const outcomes = await Promise.all(owners.map((owner) => topUp(owner, '3333')));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'second_person_needed')).toHaveLength(47);
    expect((await toppedUp()) - before).toBe(999_900_000_000n);
    await expectLawsHold(team.service.db.pool);
  });

  it('has used nothing up by a repeat, nor by what a second person has approved', async () => {
    await wait(team, 25 * hourMs);
    const movement = { id: randomUUID(), amount: '6000', reason };
    const send = () => codeOf(team.bad.post('/makers/1/top-ups', movement));
    expect(await Promise.all(Array.from({ length: 5 }, send))).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect(await topUp('/makers/2', '50000')).toBe('second_person_needed');
    const [asked] = (await team.honest.get('/approvals')).body.items;
    team.service.advance(hourMs);
    expect(await codeOf(team.honest.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
    expect(await topUp('/makers/3', '4000')).toBe('done');
    expect(await topUp('/makers/3', '0.00000001')).toBe('second_person_needed');
    await expectLawsHold(team.service.db.pool);
  });
});

describe('two honest operators', () => {
  let team: Team;
  beforeAll(async () => {
    team = await startTeam();
  });
  afterAll(() => team.service.stop());

  /** Signs with the secret of the moment. */
  let shop: MerchantClient;

  const request = async (asked: Promise<{ status: number; body: unknown }>) => {
    expect(await codeOf(asked)).toBe('second_person_needed');
    team.service.advance(hourMs);
    return (await team.honest.get('/approvals')).body.items[0];
  };

  it('make a third together, and the log has both', async () => {
    const { bad: first, honest: second, service } = team;
    const user = { login: 'third', role: 'operator', password: 'a long enough password', reason: 'night shift' };
    const asked = await request(first.post('/users', user));
    expect(asked).toMatchObject({ act: 'create-user', danger: 'operator-access', requestedBy: 'operator' });
    expect(JSON.stringify(asked)).not.toContain('password');
    const stored = await service.db.pool.query('select sealed from pending_acts');
    expect(stored.rows.map(({ sealed }) => sealed.toString('latin1')).join()).not.toContain('scrypt');
    expect((await second.post(`/approvals/${asked.id}/approve`, { reason: 'agreed' })).body.status).toBe('approved');
    const { rows } = await service.db.pool.query(
      `select action, actor, reason, details from audit_log where action in ('approve-act', 'create-user', 'request-approval')
       and (details->>'login' = 'third' or action = 'approve-act') order by id`,
    );
    expect(rows).toMatchObject([
      { action: 'request-approval', actor: 'operator', reason: 'night shift', details: { act: 'create-user' } },
      { action: 'approve-act', actor: 'honest', reason: 'agreed', details: { act: 'create-user' } },
      { action: 'create-user', actor: 'operator', reason: 'night shift', details: { approvedBy: 'honest' } },
    ]);
    const third = await OperatorClient.signedIn(service.url, 'third', 'a long enough password');
    expect((await third.get('/me')).body).toMatchObject({ login: 'third', role: 'operator' });
  });

  it('rotate a secret, which the approver is shown, and whose withdrawals wait a day', async () => {
    const { bad: first, honest: second, service } = team;
    const asked = await request(first.post('/merchants/1/rotate-secret', { overlapHours: 1, reason }));
    const { secret } = (await second.post(`/approvals/${asked.id}/approve`, { reason })).body;
    expect(secret).toMatch(/^[\w-]{43}$/);
    shop = new MerchantClient(service.url, 'demo-store-key', secret);
    const merchants = (await first.get('/merchants')).body.items;
    expect(merchants[0].accessChangedAt).not.toBeNull();
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const body = { accountId, amount: '10', address, code2FA };
    const { id } = (await shop.post('/api/merchant/withdrawals', body)).body;
    expect((await first.get(`/withdrawals/${id}`)).body.waitsUntil).not.toBeNull();
    expect(await codeOf(first.post(`/withdrawals/${id}/approve`, { reason }))).toBe('withdrawals_wait');
    await wait(team, 24 * hourMs);
    expect(await codeOf(first.post(`/withdrawals/${id}/approve`, { reason }))).toBe('done');
    expect(await codeOf(second.post(`/withdrawals/${id}/approve`, { reason }))).toBe('done');
    expect(await codeOf(first.post(`/withdrawals/${id}/send`, { txId: 'cd'.repeat(32), reason }))).toBe('done');
  });

  it('replace a second factor with the code that was right when it was asked for', async () => {
    const { bad: first, honest: second, service } = team;
    const { seed, ticket } = (await first.post('/merchants/1/second-factor/begin')).body;
    const code = totpCode(seed, totpStep(service.now()));
    const asked = await request(first.post('/merchants/1/second-factor/confirm', { ticket, code, reason }));
    expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
    service.advance(31_000);
    const code2FA = totpCode(seed, totpStep(service.now()));
    const answer = await shop.post('/api/merchant/withdrawals', { accountId, amount: '10', address, code2FA });
    expect(answer.status).toBe(200);
  });

  it('top up a large sum once, however often it is asked for and approved', async () => {
    const { bad: first, honest: second, service } = team;
    const small = { id: randomUUID(), amount: '9999', reason };
    expect(await codeOf(first.post('/makers/2/top-ups', small))).toBe('done');
    // Small by itself, but not together with what came before.
    const movement = { id: randomUUID(), amount: '1.00000001', reason };
    const asked = await request(first.post('/makers/2/top-ups', movement));
    expect(asked).toMatchObject({ act: 'allow-top-up', danger: 'large-top-up', subjectKind: 'maker', subjectId: '2' });
    const balance = async () =>
      (await service.db.pool.query('select balance from accounts where id = 104')).rows[0].balance;
    const before = await balance();
    expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
    expect((await balance()) - before).toBe(100_000_001n);
    expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
    // What was agreed is carried out again by who approved it, not by who wants it.
    expect(await codeOf(first.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('request_decided');
    expect(await codeOf(first.post('/makers/2/top-ups', movement))).toBe('done');
    expect((await balance()) - before).toBe(100_000_001n);
    await expectLawsHold(service.db.pool);
  });

  it('are told when what was asked for does not fit any more', async () => {
    const { bad: first, honest: second, service } = team;
    const user = { login: 'taken', role: 'operator', password: 'a long enough password', reason };
    const asked = await request(first.post('/users', user));
    await createUser(service, { login: 'taken', role: 'maker', makerId: 1 });
    expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('login_taken');
    await wait(team, 8 * 24 * hourMs);
    expect(await codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('request_expired');
  });

  it('need no second person for harmless acts', async () => {
    const { honest: operator } = team;
    const stricter = {
      twoApprovalsAbove: '500',
      name: 'Stricter',
      payoutHoldMs: 2 * hourMs,
      rateBoundBps: 200,
      reason,
    };
    expect(await codeOf(operator.patch('/stores/1', stricter))).toBe('done');
    expect(await codeOf(operator.patch('/stores/2', { needsSha256: true, needsTimestamp: true, reason }))).toBe('done');
    expect(await codeOf(operator.patch('/stores/2', { needsTimestamp: false, reason }))).toBe('second_person_needed');
    expect((await operator.get('/approvals')).body.items[0]).toMatchObject({ danger: 'store-demands' });
    const maker = { login: 'a-maker', role: 'maker', makerId: 1, password: 'a long enough password', reason };
    expect(await codeOf(operator.post('/users', maker))).toBe('second_person_needed');
    const named = { name: 'New here', settlementCurrency: 'USDT', reason };
    const makerId = (await operator.post('/makers', named)).body.id;
    expect(await codeOf(operator.post('/users', { ...maker, makerId }))).toBe('done');
  });
});

describe('a lone founder', () => {
  let service: TestService;
  let founder: OperatorClient;
  beforeAll(async () => {
    service = await startTestService({ SECOND_PERSON: 'on' });
    founder = await signInDemo(service, 'operator');
  });
  afterAll(() => service.stop());

  it('works alone, is told so, and the log says that there was no second person', async () => {
    expect((await founder.get('/system')).body.secondPerson).toBe('alone');
    expect(await codeOf(founder.patch('/stores/1', { payinFeeBps: 123, reason }))).toBe('done');
    const { rows } = await service.db.pool.query('select details from audit_log order by id desc limit 1');
    expect(rows[0].details).toMatchObject({ payinFeeBps: 123, secondPerson: 'nobody' });
  });

  it('lets a withdrawal to a new address go with one approval', async () => {
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const body = { accountId, amount: '10', address, code2FA };
    const { id } = (await service.shop.post('/api/merchant/withdrawals', body)).body;
    expect((await founder.get(`/withdrawals/${id}`)).body.approvalsNeeded).toBe(1);
    expect((await founder.post(`/withdrawals/${id}/approve`, { reason })).body.status).toBe(3);
  });

  it('is not alone any more once there is a second operator', async () => {
    const user = { login: 'second', role: 'operator', password: 'a long enough password', reason };
    expect(await codeOf(founder.post('/users', user))).toBe('done');
    expect((await founder.get('/system')).body.secondPerson).toBe('on');
    expect(await codeOf(founder.patch('/stores/1', { payinFeeBps: 124, reason }))).toBe('second_person_needed');
  });
});
