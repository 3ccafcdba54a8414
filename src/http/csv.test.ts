import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('csvLine', () => {
  it('ends lines and quotes cells as RFC 4180 says', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, ''])).toBe('a,"b,c","say ""hi""","two\nlines",,\r\n');
  });

  it.each(['=1+1', '+7900', '-2', '@SUM(A1)', '\tx', '\rx', ' =1+1', '\u00a0=1', '\n=1', '＝1+1', '＠SUM(A1)'])(
    'makes text that begins as a formula harmless: %j',
    (text) => {
      expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'");
    },
  );

  it.each(['x;=cmd', 'x\t=cmd', 'x,=cmd', 'x\n=cmd', 'x\r=cmd'])(
    'keeps text in one cell wherever a spreadsheet parts them: %j',
    (text) => {
      expect(csvLine([text, 'next'])).toBe(`"${text}",next\r\n`);
    },
  );

  it('leaves our own figures as they are', () => {
    expect(csvLine([{ figure: '-12.50' }, '12.50'])).toBe('-12.50,12.50\r\n');
  });
});
