import { expect, it } from 'vitest';
import { secondsOfLongFiles } from '../support/long-files.ts';
import { repositoryPaths } from './repository.ts';

it('every test file that is listed as long is there', () => {
  const paths = new Set(repositoryPaths());
  expect(Object.keys(secondsOfLongFiles).filter((path) => !paths.has(path))).toEqual([]);
});
