import { expect, it } from 'vitest';
import { settingActs } from '../../src/domain/setting-acts.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { laws } from '../../src/storage/ledger-laws.ts';
import { codes } from '../../web/console/text/ru/codes.ts';
import { faults } from '../../web/console/text/ru/shell.ts';
import { codeFiles, isTest, stringOf, visit } from './repository.ts';

/** That both languages have the same keys, the compiler sees; which refusals there are, it cannot. */
it('the console has Russian words for every refusal, and for none that is gone', () => {
  const itsOwn = ['no_connection', 'unexpected'];
  expect(Object.keys(faults).sort()).toEqual([...Object.keys(errorCatalogue), ...itsOwn].sort());
});

it('the console has Russian words for every law of the books, and for none that is gone', () => {
  expect(Object.keys(codes.laws).sort()).toEqual(Object.keys(laws).sort());
});

it('the console has Russian words for every act on settings, and for none that neither settings nor commands know', () => {
  const known = new Set<string>(Object.keys(settingActs));
  expect([...known].filter((act) => codes.acts[act] === undefined)).toEqual([]);
  for (const { tree } of codeFiles('src/commands').filter(({ path }) => !isTest(path)))
    visit(tree, (node) => known.add(stringOf(node) ?? ''));
  // Two commands make the name of their act from what was decided.
  const composed = ['accept-dispute', 'reject-dispute', 'match-arrival', 'return-arrival'];
  expect(Object.keys(codes.acts).filter((act) => !known.has(act) && !composed.includes(act))).toEqual([]);
});
