/**
 * Comma-separated values as RFC 4180 has them, and as spreadsheets write them: a mark of the byte order in front, semicolons
 * where the comma is the decimal point, any kind of line end.
 */
export interface CsvRow {
  /** The line the row begins in, counted from 1: what a person looks for in an editor. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Null when a quote is never closed, or closed in the middle of a cell. Empty lines are left out. */
export function parseCsv(content: string): CsvRow[] | null {
  const text = content.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let row: { line: number; cells: string[] } = { line: 1, cells: [] };
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const cell = readCell(text, position, separator);
    if (cell === null) return null;
    row.cells.push(cell.value);
    line += cell.value.split('\n').length - 1;
    position = cell.end;
    if (text[position] === separator) {
      position += 1;
      if (position === text.length) row.cells.push('');
      continue;
    }
    // After a closing quote only the end of the cell makes sense.
    if (position < text.length && text[position] !== '\n' && text[position] !== '\r') return null;
    position += text.startsWith('\r\n', position) ? 2 : 1;
    line += 1;
    rows.push(row);
    row = { line, cells: [] };
  }
  if (row.cells.length > 0) rows.push(row);
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}

function readCell(text: string, start: number, separator: string): { value: string; end: number } | null {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { value: text.slice(start, end), end };
  }
  let value = '';
  for (let position = start + 1; position < text.length; position++) {
    if (text[position] !== '"') value += text[position];
    else if (text[position + 1] === '"') {
      value += '"';
      position += 1;
    } else return { value, end: position + 1 };
  }
  return null;
}
