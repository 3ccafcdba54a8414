import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dangers } from '../../src/domain/authority/second-person.ts';

it('the database takes a request for every danger that an act can have, and for no other', () => {
  const schema = readFileSync('migrations/schema.sql', 'utf8');
  const check = /constraint pending_acts_danger_check CHECK (.*)/.exec(schema)?.[1] ?? '';
  const known = [...check.matchAll(/'([a-z-]+)'::text/g)].map(([, danger = '']) => danger);
  expect(known.sort()).toEqual(Object.keys(dangers).sort());
});
