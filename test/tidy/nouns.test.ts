import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeFiles, importsOf, isTest, readText } from './repository.ts';

/** The nouns in the order of the table under *Nouns* of ARCHITECTURE.md: each is made of those above it. */
const nouns = readNouns(readText('ARCHITECTURE.md'));

/** What belongs to a whole floor and to no noun: the machine that all of its files run on. */
const machines: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/commands': ['audited.ts', 'command.ts', 'keep-answer.ts'],
  'src/settings': ['guarded-acts.ts', 'setting-act.ts', 'settings.ts', 'turns.ts'],
  'src/workers': ['busyness.ts', 'lookout.ts', 'loop.ts'],
  'src/storage/settings': ['chance.ts', 'record.ts', 'setting-columns.ts', 'settings-transaction.ts', 'write-audit.ts'],
  'src/storage/reads': ['catalogue-read.ts', 'kept-answers.ts', 'listing.ts', 'queue-health.ts', 'waiting-work.ts'],
};

describe('the nouns', () => {
  it('are the folders of the domain', () => {
    expect(names('src/domain').toSorted()).toEqual(nouns.toSorted());
  });

  it.each(Object.entries(machines))('are the folders of %s, beside its machines', (floor, own) => {
    const others = names(floor).filter((name) => !nouns.includes(name) && !name.endsWith('.test.ts'));
    expect(others.toSorted()).toEqual(own.toSorted());
  });

  it('import only nouns above them, types too', () => {
    const imports = codeFiles('src/domain')
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith('src/domain/'));
    const down = imports.filter(({ from, to }) => nouns.indexOf(nounOf(from)) < nouns.indexOf(nounOf(to)));
    expect(down.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

function names(floor: string): readonly string[] {
  return readdirSync(floor);
}

function nounOf(path: string): string {
  const [, , noun = ''] = path.split('/');
  return noun;
}

function readNouns(document: string): readonly string[] {
  const [, table = ''] = document.split(/^## Nouns$/m);
  return [...table.replace(/^## [\s\S]*/m, '').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, noun = '']) => noun);
}
