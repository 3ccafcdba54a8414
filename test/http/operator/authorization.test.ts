import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorEndpoint } from '../../../src/api/operator/endpoint.ts';
import { operatorEndpoints } from '../../../src/api/operator/endpoints.ts';
import type { Role } from '../../../src/domain/audit.ts';
import { scopes } from '../../../src/domain/people.ts';
import { totpCode, totpStep } from '../../../src/domain/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, createToken, signInDemo } from '../../support/staff.ts';
import { address, authorizationTable, formOf, type Row, type Things } from './authorization-table.ts';

/** Each operation × each role × own and others' things × tokens × no session × no CSRF token. */
let service: TestService;
let things: Things;
let own: Record<Role, OperatorClient>;
let others: Record<'maker' | 'merchant', OperatorClient>;

const roles = ['operator', 'maker', 'merchant'] as const;

beforeAll(async () => {
  service = await startTestService();
  own = {
    operator: await signInDemo(service, 'operator'),
    maker: await signInDemo(service, 'maker'),
    merchant: await signInDemo(service, 'merchant'),
  };
  const { body } = await own.operator.post('/merchants', { name: 'Somebody else', reason: 'a test' });
  others = {
    maker: await createSignedIn(service, { login: 'other-maker', role: 'maker', makerId: 2 }),
    merchant: await createSignedIn(service, { login: 'other-merchant', role: 'merchant', merchantId: body.id }),
  };
  things = await createThings();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

it('has a row for each operation, and each operation keeps to its row', () => {
  const said = operatorEndpoints.map(({ operationId, roles: allowed, scope, isForPeople }) => [
    operationId,
    { roles: [...allowed], scope, isForPeople },
  ]);
  const expected = Object.entries(authorizationTable).map(([operationId, row]) => [
    operationId,
    { roles: [...row.roles], scope: row.scope, isForPeople: row.isForPeople },
  ]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
});

const rows = Object.entries(authorizationTable).flatMap(([operationId, row]) => {
  const endpoint = operatorEndpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? [] : [{ operationId, row, endpoint }];
});

// One test for each role that a rule is about, so that a rule about nobody is no test instead of one that always passes.
describe.each(rows)('$operationId', ({ row, endpoint }) => {
  const refusedRoles = roles.filter((role) => !row.roles.includes(role));
  const rolesThatOwn = (['maker', 'merchant'] as const).filter((role) => row.roles.includes(role));

  it('refuses a caller without a session or a known token', async () => {
    expect(codes(await call(new OperatorClient(service.url), endpoint, row, 'operator'))).toBe('401 unauthorized');
    const stranger = OperatorClient.withToken(service.url, 'x'.repeat(43));
    expect(codes(await call(stranger, endpoint, row, 'operator'))).toBe('401 unauthorized');
  });

  it.each(endpoint.method === 'GET' ? [] : roles)('refuses the cookie of a %s without the CSRF token', async (role) => {
    const answer = await call(own[role].withoutCsrfToken(), endpoint, row, role);
    expect(codes(answer)).toBe('403 csrf_token_wrong');
  });

  it.each(refusedRoles)('refuses the role %s', async (role) => {
    expect(codes(await call(own[role], endpoint, row, role))).toBe('403 forbidden');
  });

  it.each(rolesThatOwn)('shows a %s nothing that belongs to another', async (role) => {
    const answer = await call(others[role], endpoint, row, role);
    if (row.others === 'hidden') expect(codes(answer)).toBe('404 not_found');
    else expectReached(answer);
    if (row.marker !== undefined) expect(textOf(answer)).not.toContain(row.marker(things, role));
  });

  it('refuses a token that lacks its scope', async () => {
    const without = Object.keys(scopes).filter((scope) => scope !== row.scope) as (keyof typeof scopes)[];
    const wrong = await createToken(service, 'operator', without);
    expect(codes(await call(wrong, endpoint, row, 'operator'))).toBe('403 forbidden');
    const right = await createToken(service, 'operator', [row.scope]);
    const answer = await call(right, endpoint, row, 'operator');
    if (row.isForPeople === true) expect(codes(answer)).toBe('403 forbidden');
    else expectReached(answer);
  });

  it.each(row.roles)('is open to the role %s', async (role) => {
    const answer = await call(own[role], endpoint, row, role);
    expectReached(answer);
    if (row.marker !== undefined) expect(textOf(answer)).toContain(row.marker(things, role));
  });
});

function call(client: OperatorClient, endpoint: OperatorEndpoint, row: Row, role: Role): Promise<Answer> {
  const path = row.path(things, role);
  if (row.form !== undefined) return client.upload(path, formOf(row.form));
  const isArrival = endpoint.operationId === 'enterArrival';
  const body = isArrival ? { ...row.body, requisiteId: things.requisiteId } : row.body;
  switch (endpoint.method) {
    case 'GET':
      return client.get(path);
    case 'POST':
      return client.post(path, body);
    case 'PATCH':
      return client.patch(path, body);
    case 'DELETE':
      return client.delete(path, body);
  }
}

function codes({ status, body }: Answer): string {
  return `${status} ${status === 200 ? 'done' : body[0]?.code}`;
}

/** Whether it was then done is not the question here: a refusal by a rule is for those who may. */
function expectReached(answer: Answer): void {
  expect([200, 400], codes(answer)).toContain(answer.status);
}

function textOf({ body }: Answer): string {
  return JSON.stringify(body);
}

async function createThings(): Promise<Things> {
  const deal = await startPayinOfMaker1();
  const disputed = await startPayinOfMaker1();
  await service.shop.dispute(disputed.invoiceId, { disputeReason: 'has_payment' });
  const open = (await service.shop.createPayout()).body;
  const taken = (await service.shop.createPayout()).body;
  await own.maker.post(`/payouts/${taken.id}/take`);
  const { requisiteId } = deal;
  const arrival = await own.maker.post('/arrivals', { requisiteId, amount: '66.00', reference: 'bank-66' });
  const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
  const accountId = '0193f000-0000-7000-8000-000000000001';
  const request = { accountId, amount: '10', address, code2FA };
  const withdrawal = await service.shop.post('/api/merchant/withdrawals', request);
  await service.db.pool.query("insert into receivers (key, store_id, origin) values (1, 1, 'http://127.0.0.1:9')");
  return {
    invoiceId: deal.invoiceId,
    dealId: deal.id,
    disputedId: disputed.invoiceId,
    openPayoutId: open.id,
    takenPayoutId: taken.id,
    arrivalId: arrival.body.id,
    withdrawalId: withdrawal.body.id,
    requisiteId,
    requisiteNumber: deal.requisites.requisites,
    tokenIds: await createTokens(),
  };
}

async function createTokens(): Promise<Record<Role, number>> {
  for (const role of roles) await createToken(service, role, ['read']);
  const { rows: found } = await service.db.pool.query(
    'select u.login, t.id from api_tokens t join users u on u.id = t.user_id',
  );
  return Object.fromEntries(found.map(({ login, id }) => [login, id])) as Record<Role, number>;
}

/** Deals rotate over the makers; a few tries find maker 1. */
async function startPayinOfMaker1() {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { body } = await service.shop.createPayin({ startDeal: true, amount: `${5000 + attempt}.00` });
    const deal = (await own.operator.get(`/deals/${body.deals[0].id}`)).body;
    if (deal.makerId === 1) return deal;
    await service.shop.cancel(body.id);
  }
  throw new Error('maker 1 gets no deals');
}
