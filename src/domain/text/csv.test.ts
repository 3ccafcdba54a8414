import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

const cellsOf = (text: string) => parseCsv(text)?.map(({ cells }) => cells);

describe('comma-separated values', () => {
  it('are read with quotes, doubled quotes and lines within quotes', () => {
    expect(parseCsv('a,b\n"x, ""y""","1\n2"\nlast,3')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"', '1\n2'] },
      { line: 4, cells: ['last', '3'] },
    ]);
  });

  it('are read as spreadsheets write them', () => {
    expect(cellsOf('\uFEFFa;b\r\n1;2,5\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2,5'],
    ]);
  });

  it('keep empty cells, also the last, and drop empty lines', () => {
    expect(cellsOf('a,,c,\n\n,,\n1,2,3,4')).toEqual([
      ['a', '', 'c', ''],
      ['1', '2', '3', '4'],
    ]);
  });

  it('end at once where there is nothing, and are refused where a quote stays open', () => {
    expect(parseCsv('')).toEqual([]);
    expect(parseCsv('a,"b')).toBeNull();
    expect(parseCsv('a,"b"c')).toBeNull();
  });
});
