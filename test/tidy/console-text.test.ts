import { expect, it } from 'vitest';
import { errorCatalogue } from '../../src/errors.ts';
import { faults } from '../../web/console/text/ru/shell.ts';

/** That both languages have the same keys, the compiler sees; which refusals there are, it cannot. */
it('the console has Russian words for every refusal, and for none that is gone', () => {
  const itsOwn = ['no_connection', 'unexpected'];
  expect(Object.keys(faults).sort()).toEqual([...Object.keys(errorCatalogue), ...itsOwn].sort());
});
