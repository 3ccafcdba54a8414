import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorEndpoint } from '../../../src/api/operator/endpoint.ts';
import { operatorEndpoints } from '../../../src/api/operator/endpoints.ts';
import type { Role } from '../../../src/domain/people/audit.ts';
import { scopes } from '../../../src/domain/people/people.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import type { TestService } from '../../support/service.ts';
import { createSignedIn, createToken } from '../../support/staff.ts';
import { authorizationTable, formOf, operationRows, ownersOf, type Row, type Things } from './authorization-table.ts';
import { type AuthorizationWorld, codes, createAuthorizationWorld, roles, textOf } from './authorization-world.ts';

/** Each operation × each role × own and others' things × tokens × no session × no CSRF token. */
let service: TestService;
let things: Things;
let own: AuthorizationWorld['own'];
let strangers: AuthorizationWorld['strangers'];
/** An operator with a second factor, who has given no code in this session. */
let stale: OperatorClient;

beforeAll(async () => {
  ({ service, things, own, strangers } = await createAuthorizationWorld());
  stale = await createSignedIn(service, { login: 'stale', role: 'operator' });
  await service.db.pool.query(`update users set totp_seed = '\\x00' where login = 'stale'`);
  await service.db.pool.query(
    `update sessions set code_at = null from users u where u.id = user_id and login = 'stale'`,
  );
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

it('has a row for each operation, and each operation keeps to its row', () => {
  const said = operatorEndpoints.map(({ operationId, roles: allowed, scope, isForPeople, needsFreshProof }) => [
    operationId,
    {
      roles: [...allowed],
      scope,
      people: needsFreshProof === undefined ? (isForPeople ? 'alone' : undefined) : isForPeople ? 'code' : 'proof',
    },
  ]);
  const expected = Object.entries(authorizationTable).map(([operationId, row]) => [
    operationId,
    { roles: [...row.roles], scope: row.scope, people: row.people },
  ]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
});

// One test for each role that a rule is about, so that a rule about nobody is no test instead of one that always passes.
describe.each(operationRows.map((one) => [one.operationId, one] as const))('%s', (_, { row, endpoint }) => {
  const refusedRoles = roles.filter((role) => !row.roles.includes(role));
  const rolesThatOwn = ownersOf(row);

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
    for (const stranger of strangers[role]) {
      const answer = await call(stranger, endpoint, row, role);
      if (row.others === 'hidden') expect(codes(answer)).toBe('404 not_found');
      else expectReached(answer, row);
      if (row.marker !== undefined) expect(textOf(answer)).not.toContain(row.marker(things, role));
    }
  });

  it('refuses a token that lacks its scope', async () => {
    const without = Object.keys(scopes).filter((scope) => scope !== row.scope) as (keyof typeof scopes)[];
    const wrong = await createToken(service, 'operator', without);
    expect(codes(await call(wrong, endpoint, row, 'operator'))).toBe('403 forbidden');
    const right = await createToken(service, 'operator', [row.scope]);
    const answer = await call(right, endpoint, row, 'operator');
    if (!row.roles.includes('operator')) expect(codes(answer)).toBe('403 forbidden');
    else if (row.people !== undefined && row.people !== 'proof') expect(codes(answer)).toBe('403 people_only');
    else expectReached(answer, row);
  });

  const isProved = (row.people === 'code' || row.people === 'proof') && row.roles.includes('operator');
  it.each(isProved ? ['operator'] : [])('refuses an %s who has given no code for a while', async () => {
    expect(codes(await call(stale, endpoint, row, 'operator'))).toBe('403 fresh_code_needed');
  });

  it.each(row.roles)('is open to the role %s', async (role) => {
    const answer = await call(own[role], endpoint, row, role);
    expectReached(answer, row);
    if (row.marker !== undefined) expect(textOf(answer)).toContain(row.marker(things, role));
  });
});

function call(client: OperatorClient, endpoint: OperatorEndpoint, row: Row, role: Role): Promise<Answer> {
  const path = row.path(things, role);
  if (row.form !== undefined) return client.upload(path, formOf(row.form));
  const isArrival = ['enterArrival', 'createStatementImport'].includes(endpoint.operationId);
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

/** Whether it was then done is not the question here: a refusal by a rule is for those who may. */
function expectReached(answer: Answer, { goesOnce }: Row): void {
  expect(goesOnce === true ? [200, 400, 404] : [200, 400], codes(answer)).toContain(answer.status);
}
