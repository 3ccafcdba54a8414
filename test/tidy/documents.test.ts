import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { documents, readSettings, references } from '../../scripts/documents.ts';
import { mutations } from '../../simulator/mutations.ts';
import { Notification } from '../../src/api/notification-schemas.ts';
import { operatorDecides } from '../../src/domain/merchants/payment-policy.ts';
import { payinFates } from '../../src/domain/sandbox/sandbox-fate.ts';
import { errorCodes, statusOf } from '../../src/errors/catalogue.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { readText, repositoryPaths } from './repository.ts';

const pages = repositoryPaths().filter((path) => path.endsWith('.md'));

describe('the documents made from the code', () => {
  it.each([...documents()])('%s is up to date (npm run docs)', (path, content) => {
    expect(readText(path)).toBe(content);
  });

  it('have a line for every error code', () => {
    const rows = [...readText('docs/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    const expected = errorCodes.map((code) => [code, String(statusOf(code))]);
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

describe('the references', () => {
  it.each([...references()])('%s is JSON and is built, not tracked', (path, content) => {
    expect(JSON.parse(content)).toBeTypeOf('object');
    expect(repositoryPaths()).not.toContain(path);
  });
});

describe('the weight of the repository', () => {
  const generatedKilobytesMax = 32;

  it('has no picture that no document shows', () => {
    const shown = repositoryPaths()
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readText(path).matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, to = '']) => join(dirname(path), to)),
      );
    const pictures = repositoryPaths().filter((path) => /^docs\/.*\.(png|jpe?g|gif|webp|svg)$/.test(path));
    expect(pictures.length).toBeGreaterThan(3);
    expect(pictures.filter((path) => !shown.includes(path))).toEqual([]);
  });

  it('keeps pictures in docs/ and in what the pages load, and nowhere else', () => {
    const pictures = repositoryPaths().filter((path) => /\.(png|jpe?g|gif|webp|svg|ico|pdf)$/.test(path));
    expect(pictures.filter((path) => !/^(docs\/images|web\/pay)\//.test(path))).toEqual([]);
  });

  it(`has no JSON of more than ${generatedKilobytesMax} kB but lock files: what is generated is built`, () => {
    const large = repositoryPaths()
      .filter((path) => path.endsWith('.json') && !path.endsWith('package-lock.json'))
      .filter((path) => readText(path).length > generatedKilobytesMax * 1024);
    expect(large).toEqual([]);
  });
});

describe('simulator/README.md', () => {
  const text = readText('simulator/README.md');

  it('says which command made its figures, and what runs they are of', () => {
    const [, command = ''] = /<!-- Figures: made by `npm run ([\w:]+)`/.exec(text) ?? [];
    expect(Object.keys(JSON.parse(readText('package.json')).scripts)).toContain(command);
    const [, figures = ''] = /<!-- Figures: [\s\S]*?-->([\s\S]*)<!-- End of the figures -->/.exec(text) ?? [];
    expect(figures).toMatch(/`npm run simulate -- --seed \d+ --seeds \d+ --days \d+`: all laws held after every step/);
  });

  it('has a row for every seeded bug', () => {
    const [, rows = ''] = /\| Bug \|.*\n\| ---.*\n([\s\S]*?)\n\n/.exec(text) ?? [];
    const names = [...rows.matchAll(/^\| (.+?) \|/gm)].map(([, name]) => name);
    expect(names).toEqual(mutations.map(({ name }) => name));
  });
});

describe('docs/sandbox.md', () => {
  it('has a row for every fate that an amount can choose', () => {
    const rows = [...readText('docs/sandbox.md').matchAll(/^\| `\.(\d\d)` \| (.+) \|$/gm)];
    expect(rows.map(([, code, text]) => [code, text])).toEqual(Object.entries(payinFates));
  });
});

describe('docs/notifications.md', () => {
  it('has a row for every reason that a merchant is sent', () => {
    const [, rows = ''] =
      /^\| `reason` \| \|\n\|---\|---\|\n([\s\S]*?)\n\n/m.exec(readText('docs/notifications.md')) ?? [];
    const explained = [...rows.matchAll(/^\| ((?:`\w+`(?:, )?)+|null) \|/gm)].flatMap(([, cell = '']) =>
      cell.split(', '),
    );
    const { anyOf } = JSON.parse(JSON.stringify(Notification.properties.reason));
    expect(explained).toEqual([...anyOf[0].enum.map((reason: string) => `\`${reason}\``), 'null']);
  });
});

describe('docs/operating.md', () => {
  it('has a row for every setting of a payment policy', () => {
    const [, section = ''] = readText('docs/operating.md').split('\n## Another sum than was asked for\n');
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual(Object.keys(operatorDecides).toSorted());
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

describe('what can never happen', () => {
  const [, section = ''] = readText('ARCHITECTURE.md').split('\n## What can never happen\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (?!Never|---)(.+?) \| .+ \| (.+) \|$/gm)];

  it.each(rows.map(([, never = '', test = '']) => [never, test]))('has its test: %s', (_, test) => {
    const [, file = '', title = ''] = /^(?:`(.+)`|guards): "(.+)"$/.exec(test) ?? [];
    expect(readText(file || 'test/storage/guards.test.ts')).toContain(`it('${title}', `);
  });

  it('has at least a dozen rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(12);
  });
});

describe('docs/decisions/', () => {
  const files = repositoryPaths().filter((path) => /^docs\/decisions\/\d/.test(path));

  it('lists every decision, by its title', () => {
    const listed = [...readText('docs/decisions/README.md').matchAll(/^\d+\. \[(.+)\]\((.+)\)$/gm)];
    const written = files.map((path) => [readText(path).split('\n')[0]?.slice(2), path.split('/').at(-1)]);
    expect(listed.map(([, title, file]) => [title, file])).toEqual(written);
  });

  it.each(files)('%s says context, decision and consequence, shortly', (path) => {
    const text = readText(path);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequence']);
    expect(text.split('\n').length).toBeLessThan(40);
  });
});

describe('lines of documents', () => {
  const charactersMax = 120;

  it(`have at most ${charactersMax} characters, tables aside`, () => {
    const long = pages.flatMap((path) =>
      readText(path)
        .split('\n')
        .flatMap((line, index) =>
          line.length > charactersMax && !line.startsWith('|') ? [`${path}:${index + 1}`] : [],
        ),
    );
    expect(long).toEqual([]);
  });
});

describe('paths in documents', () => {
  // What was, the changelog tells; a form such as NNNN stands for any number.
  it.each(pages.filter((path) => path !== 'CHANGELOG.md'))('paths of our files in %s are there', (path) => {
    const ours = /`((?:src|test|web|scripts|simulator|verifier|bench|drill|deploy|sdk)\/[\w./-]+)`/g;
    const named = [...readText(path).matchAll(ours)].map(([, name = '']) => name);
    expect(named.filter((name) => !existsSync(join(projectFolder(), name)))).toEqual([]);
  });
});

describe('links in documents', () => {
  it.each(pages)('links in documents of %s lead to files that are there', (path) => {
    const targets = [...readText(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    );
    const lost = targets.filter((target) => !existsSync(join(projectFolder(), dirname(path), target)));
    expect(lost).toEqual([]);
  });
});
