import { expect, it } from 'vitest';
import { operatorEndpoints } from '../../src/api/operator/endpoints.ts';
import { rightsNeeded } from '../../src/domain/people/team.ts';
import { readText } from './repository.ts';

it('the table of rights has every operation that a member of a merchant can call, and no other', () => {
  const open = operatorEndpoints.filter(({ roles }) => roles.includes('merchant')).map((one) => one.operationId);
  expect(Object.keys(rightsNeeded).sort()).toEqual([...open, 'signOut'].sort());
});

it('nothing is changed by the right to read', () => {
  const changing = operatorEndpoints.filter(({ method }) => method !== 'GET').map((one) => one.operationId);
  expect(changing.filter((id) => rightsNeeded[id] === 'read')).toEqual([]);
});

it('the rights of members are asked for in one place, at the door', () => {
  expect(readText('src/api/operator/people/authentication.ts')).toMatch(
    /refusedToMember\(signedIn\.user, endpoint\.operationId\)/,
  );
});
