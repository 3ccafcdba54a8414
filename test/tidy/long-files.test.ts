import { expect, it } from 'vitest';
import { secondsOfLongFiles } from '../support/long-files.ts';
import { mainWays } from '../support/test-plan.ts';
import { repositoryPaths } from './repository.ts';

it('every test file that is listed as long, or as a main way of the short run, is there', () => {
  const paths = new Set(repositoryPaths());
  const listed = [...Object.keys(secondsOfLongFiles), ...mainWays];
  expect(listed.filter((path) => !paths.has(path))).toEqual([]);
});
