import { describe, expect, it } from 'vitest';
import {
  harmlessCommands,
  otherSecondPerson,
  secondPersonWhen,
  stakes,
  withoutStake,
} from '../../scripts/authority/stakes.ts';
import { authorityTable, callers } from '../../scripts/authority/table.ts';
import { whoDoesWhat } from '../../scripts/authority/who-does-what.ts';
import { settingActs } from '../../src/domain/authority/setting-acts.ts';
import { guardedActs } from '../../src/settings/guarded-acts.ts';
import { codeFiles, isTest } from './repository.ts';

const operations = [...callers().keys()];
const { byOperation, acts, elsewhere } = whoDoesWhat();

describe('the table of who may, in SECURITY.md', () => {
  it('has every operation that changes something in one list: by what can be won, or with a reason among the others', () => {
    const listed = [...Object.values(stakes).flat(), ...Object.keys(withoutStake)];
    expect(operations.length).toBeGreaterThan(150);
    expect([...listed].sort()).toEqual([...operations].sort());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('has a row for each of those, and for each command and each act on settings', () => {
    const table = authorityTable();
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const first = rows.map((row) => /^\| `([\w-]+)`/.exec(row)?.[1]);
    expect(
      Object.values(stakes)
        .flat()
        .filter((one) => !first.includes(one)),
    ).toEqual([]);
    expect(acts.filter((act) => !rows.some((row) => row.includes(`\`${act}\``)) && !isOfOthers(act))).toEqual([]);
  });

  it('finds every act on settings and every command in the sources', () => {
    expect(Object.keys(settingActs).filter((name) => !acts.includes(name))).toEqual([]);
    expect(commandNames().filter((name) => !acts.includes(name))).toEqual([]);
  });

  it('calls no operation harmless that does a command, or an act that can need a second person', () => {
    const doing = Object.keys(withoutStake).flatMap((one) => byOperation.get(one) ?? []);
    const commands = commandNames();
    expect(doing.filter((act) => guardedActs.has(act))).toEqual([]);
    expect(doing.filter((act) => commands.includes(act) && !harmlessCommands.includes(act))).toEqual([]);
  });

  it('says of each act that can need a second person when it does, and of no other', () => {
    expect(Object.keys(secondPersonWhen).sort()).toEqual([...guardedActs.keys()].sort());
    expect(Object.keys(otherSecondPerson).filter((one) => !operations.includes(one))).toEqual([]);
  });

  it('is told who else does what no operation does', () => {
    expect([...elsewhere].filter(([, files]) => files.length === 0)).toEqual([]);
  });
});

/** Done by operations that move nothing. */
function isOfOthers(act: string): boolean {
  return Object.keys(withoutStake).some((one) => byOperation.get(one)?.includes(act));
}

/** As the engine knows them. */
function commandNames(): readonly string[] {
  const texts = codeFiles('src/commands').filter(({ path }) => !isTest(path));
  return texts.flatMap(({ text }) =>
    [...text.matchAll(/\bname: '([a-z]+(?:-[a-z]+)+)'/g)].map(([, name = '']) => name),
  );
}
