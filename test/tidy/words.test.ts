import { describe, expect, it } from 'vitest';
import { lineOf, readText, repositoryPaths } from './repository.ts';

/** Between two words of a sentence: a space, or the break of a line with the mark of a comment. */
const gap = String.raw`(?:\s|\*|\/\/|--|#)+`;

/** Riddles, each with what to write instead. The subject of a sentence is a role or a thing. */
const riddles: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bwho(?:so|m)?ever\b/gi, 'name the role: payer, merchant, maker, operator, caller, receiver, reader'],
  [new RegExp(`\\bof${gap}theirs\\b`, 'gi'), '"their …", or name whose it is'],
  [/\bmeanwhile\b/gi, '"until then", "since", "at the same time", or leave it out'],
  [
    new RegExp(`\\bwhat${gap}is${gap}no\\b(?!${gap}(?:longer|more|less)\\b)`, 'gi'),
    '"text that is not a …", "if it is not a …"',
  ],
];

/** Migrations that have run are never edited, and `schema.sql` is their dump. */
const released = new Set([
  'migrations/0002-operators.sql',
  'migrations/0027-passkeys.sql',
  'migrations/0078-messages-entered-once.sql',
  'migrations/0105-archive.sql',
  'migrations/0110-months-open-first.sql',
  'migrations/schema.sql',
]);

function riddlesOf(path: string, text: string): readonly string[] {
  return riddles.flatMap(([words, instead]) =>
    [...text.matchAll(words)].map((found) => `${path}:${lineOf(text, found.index)} "${found[0]}": ${instead}`),
  );
}

describe('comments, titles, messages and documents', () => {
  it('have no riddling words', () => {
    const read = repositoryPaths().filter(
      (path) => /\.(tsx?|md|sql)$/.test(path) && !released.has(path) && path !== 'test/tidy/words.test.ts',
    );
    expect(read.length).toBeGreaterThan(1_000);
    expect(read.flatMap((path) => riddlesOf(path, readText(path)))).toEqual([]);
  });

  it('are told the file, the line and what to write instead', () => {
    const text = '/** Reads a file.\n * Whoever asks is told what is\n * no file. */';
    expect(riddlesOf('a.ts', text)).toEqual([
      'a.ts:2 "Whoever": name the role: payer, merchant, maker, operator, caller, receiver, reader',
      'a.ts:2 "what is\n * no": "text that is not a …", "if it is not a …"',
    ]);
    expect(riddlesOf('a.md', 'A caller is told what is no longer there; the rows are theirs.')).toEqual([]);
  });
});
