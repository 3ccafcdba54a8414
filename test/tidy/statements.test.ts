import { expect, it } from 'vitest';
import { codeFiles, isTest } from './repository.ts';

/** Spelled in two rooms, with one text. */
const spelledTwice = ['begin', 'commit'];

it('each prepared statement has a name of its own: a connection that knows the name for another text refuses it', () => {
  const names = codeFiles('src/storage')
    .filter(({ path }) => !isTest(path))
    .flatMap(({ text }) => {
      const found = [
        ...text.matchAll(/\bname: '([\w-]+)',\s+text[:,]/g),
        ...text.matchAll(/\browStatement\(\s*'([\w-]+)'/g),
      ];
      return found.map(([, name = '']) => name);
    });
  expect(names.length).toBeGreaterThan(100);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice.sort()).toEqual(spelledTwice);
});
