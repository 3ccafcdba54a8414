import { expect, it } from 'vitest';
import { parseCsv } from '../../../src/domain/text/csv.ts';
import { csvRows } from './csv-rows.ts';

it.each([
  ['commas', 'option,bank\nSBP,vtb\nTO_CARD,sberbank\n'],
  ['semicolons, a mark of the byte order and Windows line ends', '\uFEFFoption;bank\r\nSBP;vtb\r\n'],
  ['quotes with commas, quotes and line ends inside', 'a,b\n"x, y","say ""hi""\nthere"\nlast,one'],
  ['empty lines and empty cells', 'a,b\n\n,x\n\n'],
  ['no line end at the end', 'a,b\n1,2'],
])('a file is shown in the rows and lines that the service reads: %s', (_, text) => {
  expect(csvRows(text)).toEqual(parseCsv(text));
});

it('a file of nothing has no rows', () => {
  expect(csvRows('')).toEqual([]);
  expect(csvRows('\n\n')).toEqual([]);
});
