import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { TestService } from '../../support/service.ts';
import { operationRows, ownersOf, type Row, type Things } from './authorization-table.ts';
import { type AuthorizationWorld, codes, createAuthorizationWorld, textOf } from './authorization-world.ts';
import { type Search, searchTable } from './search-table.ts';

/** Each search key of each list × its owner × strangers. */
let service: TestService;
let things: Things;
let own: AuthorizationWorld['own'];
let strangers: AuthorizationWorld['strangers'];

beforeAll(async () => {
  ({ service, things, own, strangers } = await createAuthorizationWorld());
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

describe('every search key of every list', () => {
  const listed = operationRows.flatMap(({ operationId, row, endpoint }) => {
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

const withoutKeys = operationRows.filter(
  ({ row, endpoint }) =>
    row.others === 'unlisted' && endpoint.method === 'GET' && Object.keys(endpoint.query ?? {}).length === 0,
);
it.each(withoutKeys.map((one) => [one.operationId, one] as const))(
  '%s has no key, and shows a stranger nothing that belongs to another',
  async (_, { row }) => {
    for (const role of ownersOf(row)) {
      const marker = row.marker?.(things, role) ?? '';
      expect(textOf(await own[role].get(row.path(things, role)))).toContain(marker);
      for (const stranger of strangers[role]) {
        const answer = await stranger.get(row.path(things, role));
        expect(codes(answer)).toBe('200 done');
        expect(textOf(answer)).not.toContain(marker);
      }
    }
  },
);

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
