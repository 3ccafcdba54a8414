import { expect, it } from 'vitest';
import { replicationState, replicationWarning } from './replication.ts';

it.each([
  [0, false, 'none'],
  [0, true, 'none'],
  [2, true, 'synchronous'],
  [2, false, 'asynchronous'],
] as const)('%i standbys, a commit that waits for one: %s, are %s replication', (replicas, isSynchronous, state) => {
  expect(replicationState({ replicas, isSynchronous })).toBe(state);
  expect(replicationWarning({ replicas, isSynchronous }) === null).toBe(state !== 'asynchronous');
});
