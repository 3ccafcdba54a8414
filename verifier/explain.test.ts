import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explain } from './explain.ts';
import { keptOfProof, verifyProof } from './verify.ts';
import { english } from './words-en.ts';
import { russian } from './words-ru.ts';

interface Case {
  readonly name: string;
  readonly kept: readonly { readonly proof: string }[];
  readonly proof: string;
}

const cases: Case[] = readFileSync(new URL('cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** What is said of a shared case: balances, points with their states, title and faults. */
function saidOf(name: string, words = english) {
  const { proof, kept } = cases.find((one) => one.name === name) as Case;
  const verdict = verifyProof(bytesOf(proof), { kept: kept.map((one) => keptOfProof(bytesOf(one.proof))) });
  const { title, about, points, faults, notes } = explain(verdict, words);
  const textOf = (wanted: string) => points.find(({ point }) => point === wanted);
  return { title, balances: about.slice(1), faults, notes, inBook: textOf('inBook'), sums: textOf('sums'), textOf };
}

it('a balance that is in the book is said to be', () => {
  const { title, balances, inBook } = saidOf('a whole book');
  expect(title).toBe('Proven.');
  expect(inBook).toMatchObject({ state: 'holds', text: 'The balance is in the book.' });
  expect(balances.join()).not.toContain('in no page');
});

it('an account that no page has touched is not said to be in the book', () => {
  const { title, balances, inBook } = saidOf('an account that no page has touched');
  expect(title).toBe('Proven.');
  expect(balances[1]).toBe('Store 1, account 4 (frozen): 0.00 USDT, in no page');
  expect(inBook).toMatchObject({
    state: 'holds',
    text: 'The balance is in the book, but for account 4: the file says that no page has touched it.',
  });
});

it('a proof whose accounts are all in no page is not called proven, and says that nothing proves it', () => {
  const { title, inBook, sums } = saidOf('a book of one page');
  expect(title).toBe('Nothing is wrong, and nothing is proven: no balance is in the book yet.');
  expect(inBook).toMatchObject({
    state: 'not asked',
    text: 'Not checked: whether a balance is in the book. The file says that no page has touched account 3, 4, and nothing here proves that.',
  });
  expect(sums?.text).toMatch(/^The sums of the page add up and none is below zero: /);
  const inRussian = saidOf('a book of one page', russian);
  expect(inRussian.title).toBe('Ошибок нет, но ничего и не доказано: остатков в книге ещё нет.');
  expect(inRussian.inBook?.text).toMatch(/^Не проверено, есть ли остаток в книге\. .+ счёта 3, 4 /);
});

it('a proof without a balance says so, and nothing of a balance holds in it', () => {
  const { title, faults, inBook, textOf } = saidOf('no balance at all');
  expect(title).toBe('NOT proven.');
  expect(faults).toEqual(['The file has no balance: it proves nothing of what you are owed.']);
  expect(textOf('sums')?.text).toBe('The sums of the page add up and none is below zero.');
  expect([inBook?.state, textOf('follows')?.state]).toEqual(['broken', 'not asked']);
  expect(saidOf('no balance at all', russian).faults[0]).toMatch(/^В файле нет ни одного остатка/);
});

it('an account that is left out or hidden is named with the page that was kept', () => {
  const { title, faults, textOf } = saidOf('an account left out that was kept');
  expect(title).toBe('NOT proven.');
  expect(faults).toEqual([
    'Account 4 is in the proof of page 9 that you kept, and not in this one: it was left out, or this is the proof of another account.',
  ]);
  expect(textOf('extends')?.state).toBe('broken');
  expect(saidOf('an account said to be in no page, which was in one when it was kept').faults).toEqual([
    'Account 3 is said to be in no page, and was in the book in the proof of page 9 that you kept: it was hidden.',
  ]);
});

it('an account without the other one of its owner is noted, and one that belongs with no other is not', () => {
  expect(saidOf('an account left out that was kept').notes).toEqual([
    'Account 3 is shown without the other one of its owner (frozen): what is owed there is not proven.',
  ]);
  expect(saidOf('an account left out that was kept', russian).notes[0]).toContain('(заморожено)');
  expect(saidOf('an account that stands alone, and was kept')).toMatchObject({ title: 'Proven.', notes: [] });
  expect(saidOf('a whole book').notes).toEqual([]);
});

it('of a file that cannot be read nothing is said to hold', () => {
  expect(Object.values(verifyProof(bytesOf('')).points)).not.toContain('holds');
});
