/** A row of a file with the line it begins in, counted from 1, as the service counts it when it names a bad one. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Enough of comma-separated values to show people what they are about to send; the service decides. Commas or semicolons, quotes, any
 * line end; a quote that is never closed takes the rest.
 */
export function csvRows(content: string): readonly CsvRow[] {
  const text = content.replace(/^\uFEFF/, '');
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator = head.includes(';') && !head.includes(',') ? ';' : ',';
  const rows: { line: number; cells: string[] }[] = [];
  let [cell, line, begun, isQuoted] = ['', 1, 1, false];
  let cells: string[] = [];
  const endRow = () => {
    rows.push({ line: begun, cells: [...cells, cell] });
    [cell, cells] = ['', []];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\n') line += 1;
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += sign;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      endRow();
      begun = line;
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows.filter((row) => row.cells.some((one) => one.trim() !== ''));
}
