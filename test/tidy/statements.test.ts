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

it("the server's protocol is spoken where statements travel, and where COPY does", () => {
  const speakers = codeFiles('src')
    .filter(({ path, text }) => !isTest(path) && /\bSubmittable\b|\bhandleReadyForQuery\b|pg-protocol/.test(text))
    .map(({ path }) => path);
  expect(speakers.toSorted()).toEqual(['src/storage/backup/copy.ts', 'src/storage/wire/round-trip.ts']);
});
