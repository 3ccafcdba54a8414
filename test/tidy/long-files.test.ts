import { describe, expect, it } from 'vitest';
import { secondsOfLongFiles } from '../support/long-files.ts';
import { finders, mainWays, tooLongForShort } from '../support/test-plan.ts';
import { repositoryPaths } from './repository.ts';

it('every test file that is listed as long, or as always in the short run, is there', () => {
  const paths = new Set(repositoryPaths());
  const listed = [...Object.keys(secondsOfLongFiles), ...mainWays, ...finders];
  expect(listed.filter((path) => !paths.has(path))).toEqual([]);
});

describe('a short run', () => {
  const run = (slowest: string, seconds: number, times = 1) => {
    const others = Array.from({ length: 399 }, (_, index): [string, number] => [`${index}.test.ts`, 2 * times]);
    return tooLongForShort([...others, [slowest, seconds * times]]);
  };

  it('names the file that takes more than a twelfth of its time, and none that is always in it', () => {
    expect(run('slow.test.ts', 80)).toEqual(['slow.test.ts']);
    expect(run('quick.test.ts', 60)).toEqual([]);
    for (const path of [...mainWays, ...finders]) expect(run(path, 80)).toEqual([]);
  });

  it('is the same on a machine that is five times slower', () => {
    expect(run('slow.test.ts', 80, 5)).toEqual(['slow.test.ts']);
    expect(run('quick.test.ts', 60, 5)).toEqual([]);
  });

  it('says nothing of a few files that were named', () => {
    expect(tooLongForShort([['one.test.ts', 60]])).toEqual([]);
  });
});
