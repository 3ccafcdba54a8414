import { expect, it } from 'vitest';
import { loadSteps } from './load-steps.ts';

it('a step that looks comes after the locks that cover what it looks at', () => {
  const names: string[] = loadSteps.map(({ name }) => name);
  const early = loadSteps.flatMap(({ name, coveredBy }, place) =>
    coveredBy
      .filter((lock) => names.indexOf(lock) < 0 || names.indexOf(lock) > place)
      .map((lock) => `${name}: ${lock}`),
  );
  expect(early).toEqual([]);
});

it('a look that no lock covers is one of those whose change shows in another way', () => {
  const uncovered = loadSteps.filter(({ does, coveredBy }) => does === 'looks' && coveredBy.length === 0);
  expect(uncovered.map(({ name }) => name)).toEqual([
    // A unique key.
    'earlierArrivals',
    // The lock of links, which a batch that takes such a deal back holds alone.
    'linesOfDeals',
    // The deal that was found is locked, and looked at again.
    'dealsOfPairs',
    'ran',
    'handSettled',
    // A unique key.
    'sentByTransactions',
    // Looked at last.
    'catalogueVersion',
  ]);
  expect(loadSteps.at(-1)?.name).toBe('catalogueVersion');
});
