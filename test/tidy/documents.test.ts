import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { documents, readSettings } from '../../scripts/documents.ts';
import { payinFates } from '../../src/domain/sandbox-fate.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { projectFolder } from '../../src/storage/project-folder.ts';
import { readText, repositoryPaths } from './repository.ts';

describe('the documents made from the code', () => {
  it.each([...documents()])('%s is up to date (npm run docs)', (path, content) => {
    expect(readText(path)).toBe(content);
  });

  it('have a line for every error code', () => {
    const rows = [...readText('docs/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    const expected = Object.entries(errorCatalogue).map(([code, { status }]) => [code, String(status)]);
    expect(rows.map(([, code, status]) => [code, status])).toEqual(expected);
  });

  it('have a row for every setting', () => {
    const example = readText('.env.example');
    const keys = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, key]) => key);
    const read = readSettings(example).flatMap(({ settings }) => settings);
    expect(read.flatMap((setting) => setting.keys.map(({ name }) => name))).toEqual(keys);
    expect(read.filter(({ text }) => text === '')).toEqual([]);
    for (const key of keys) expect(readText('docs/config.md')).toContain(`\`${key}\``);
  });
});

describe('docs/sandbox.md', () => {
  it('has a row for every fate that an amount can choose', () => {
    const rows = [...readText('docs/sandbox.md').matchAll(/^\| `\.(\d\d)` \| (.+) \|$/gm)];
    expect(rows.map(([, code, text]) => [code, text])).toEqual(Object.entries(payinFates));
  });
});

describe('the glossary', () => {
  const parts = readText('docs/glossary.md').split(/^## /m).slice(1);
  const wordsOf = (part: string) => [...part.matchAll(/^\| \*\*([^*]+)\*\* \|/gm)].map(([, word = '']) => word);

  it('defines each word once', () => {
    const words = parts.flatMap(wordsOf);
    expect(words.length).toBeGreaterThan(30);
    expect(words).toEqual([...new Set(words)]);
  });

  it.each(parts.map((part) => [part.split('\n')[0] ?? '', part]))(
    'has the words of %s in alphabetical order',
    (_, part) => {
      const words = wordsOf(part);
      expect(words).toEqual([...words].sort((left, right) => left.localeCompare(right, 'en')));
    },
  );
});

describe('links in documents', () => {
  const pages = repositoryPaths().filter((path) => path.endsWith('.md'));

  it.each(pages)('of %s lead to files that are there', (path) => {
    const targets = [...readText(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    );
    const lost = targets.filter((target) => !existsSync(join(projectFolder(), dirname(path), target)));
    expect(lost).toEqual([]);
  });
});
