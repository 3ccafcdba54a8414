import { expect, it } from 'vitest';
import { topics } from '../../src/domain/state/concerns.ts';
import { readText } from './repository.ts';

it('the console knows the topics that the service speaks of', () => {
  const [, union = ''] = /export type Topic =([^;]+);/.exec(readText('web/console/api/live-topics.ts')) ?? [];
  const known = [...union.matchAll(/'(\w+)'/g)].map(([, topic]) => topic);
  expect(known).toEqual(Object.keys(topics));
});
