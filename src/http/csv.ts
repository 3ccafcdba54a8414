import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Comma-separated values as RFC 4180 has them. Text that comes from outside and begins like a formula gets an apostrophe in
 * front: a spreadsheet would run it otherwise. Our own figures do not go through that, as a minus sign must stay one.
 * Where a comma is the decimal sign, spreadsheets part cells at semicolons, and some at tabs: text with either is quoted,
 * so that nothing in the middle of it becomes the beginning of a cell.
 */
export type CsvCell = { readonly figure: string } | string | null;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.figure;
  const harmless = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Sends the lines as they are made: an export of any length needs the memory of one page. */
export function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines));
}
