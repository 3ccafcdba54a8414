import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorEndpoint } from '../../../src/api/operator/endpoint.ts';
import { operatorEndpoints } from '../../../src/api/operator/endpoints.ts';
import type { Role } from '../../../src/domain/audit.ts';
import { scopes } from '../../../src/domain/people.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import type { TestService } from '../../support/service.ts';
import { createSignedIn, createToken } from '../../support/staff.ts';
import { authorizationTable, formOf, type Row, type Things } from './authorization-table.ts';
import { type AuthorizationWorld, createAuthorizationWorld, roles } from './authorization-world.ts';
import { type Search, searchTable } from './search-table.ts';

/** Each operation × each role × own and others' things × tokens × no session × no CSRF token; each search key × strangers. */
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
      people: needsFreshProof !== undefined ? 'code' : isForPeople === true ? 'alone' : undefined,
    },
  ]);
  const expected = Object.entries(authorizationTable).map(([operationId, row]) => [
    operationId,
    { roles: [...row.roles], scope: row.scope, people: row.people },
  ]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
});

const rows = Object.entries(authorizationTable).flatMap(([operationId, row]) => {
  const endpoint = operatorEndpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? [] : [{ operationId, row, endpoint }];
});

// Before the operations, some of which change what is searched for.
describe('every search key of every list', () => {
  const listed = rows.flatMap(({ operationId, row, endpoint }) => {
    const isForOthers = row.roles.some((role) => role !== 'operator') && row.others !== 'alike';
    const keys = isForOthers && endpoint.method === 'GET' ? Object.keys(endpoint.query ?? {}) : [];
    return keys.map((key) => ({ operationId, row, key, searches: searchTable[operationId]?.[key] ?? [] }));
  });

  it('is in the table of searches', () => {
    const missing = listed.filter(({ searches }) => searches.length === 0);
    expect(missing.map(({ operationId, key }) => `${operationId} ${key}`)).toEqual([]);
    const known = listed.map(({ operationId, key }) => `${operationId} ${key}`);
    const said = Object.entries(searchTable).flatMap(([id, keys]) => Object.keys(keys).map((key) => `${id} ${key}`));
    expect(said.filter((one) => !known.includes(one))).toEqual([]);
  });

  it.each(listed.map((one) => [`${one.operationId} by ${one.key}`, one] as const))(
    '%s finds things for their owner and nothing of them for strangers',
    async (_, { row, key, searches }) => {
      for (const role of ownersOf(row)) {
        for (const search of searches) await expectFoundByOwners(row, role, { key, search });
      }
    },
  );
});

async function expectFoundByOwners(
  row: Row,
  role: 'maker' | 'merchant',
  { key, search }: { readonly key: string; readonly search: Search },
): Promise<void> {
  const query = search.query(things, role);
  expect(query).toContain(`${key}=`);
  const path = `${row.path(things, role).split('?')[0]}?${query}`;
  const marker = (search.marker ?? row.marker)?.(things, role);
  const found = await own[role].get(path);
  expect(found.status, `${role} ${path}`).toBe(200);
  if (marker !== undefined) expect(textOf(found), `${role} ${path}`).toContain(marker);
  const isHidden = (search.others ?? row.others) === 'hidden';
  for (const stranger of strangers[role]) {
    const answer = await stranger.get(path);
    expect(codes(answer), `a strange ${role} ${path}`).toBe(isHidden ? '404 not_found' : '200 done');
    if (marker !== undefined) expect(textOf(answer), `a strange ${role} ${path}`).not.toContain(marker);
  }
}

function ownersOf(row: Row): readonly ('maker' | 'merchant')[] {
  return (['maker', 'merchant'] as const).filter((role) => row.roles.includes(role));
}

// One test for each role that a rule is about, so that a rule about nobody is no test instead of one that always passes.
describe.each(rows.map((one) => [one.operationId, one] as const))('%s', (_, { row, endpoint }) => {
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
    else if (row.people !== undefined) expect(codes(answer)).toBe('403 people_only');
    else expectReached(answer, row);
  });

  const isProved = row.people === 'code' && row.roles.includes('operator');
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

function codes({ status, body }: Answer): string {
  return `${status} ${status === 200 ? 'done' : body[0]?.code}`;
}

/** Whether it was then done is not the question here: a refusal by a rule is for those who may. */
function expectReached(answer: Answer, { goesOnce }: Row): void {
  expect(goesOnce === true ? [200, 400, 404] : [200, 400], codes(answer)).toContain(answer.status);
}

function textOf({ body }: Answer): string {
  return JSON.stringify(body);
}
