/**
 * A cell is a whole installation of its own: its own database, stores, makers and processes. Several stand behind one
 * address when one database is not enough, and a proxy sends each request to the cell that its ID or API key names
 * (`deploy/cells`). Cells know nothing of each other. One installation alone is cell 0.
 */
export const cellMax = 255;

/** What the keys of a cell begin with: those of cell 0 as they always did. */
export function apiKeyPrefix(cell: number): string {
  return cell === 0 ? 'qk_' : `qk${cell}_`;
}

/**
 * A database keeps the number of its cell: IDs and keys with another one would be looked for where they are not. It may
 * leave 0, as an installation does that becomes one of several, and never changes again.
 */
export function cellToKeep(stored: number, configured: number): number | null {
  return stored === 0 || stored === configured ? configured : null;
}
