import type { Written, WrittenRows } from '../../../src/domain/state/changes.ts';
import { storedKinds } from '../../../src/storage/rows/row-kinds.ts';

export function added<Row>(rows: readonly Row[]): Written<Row> {
  return { added: rows, changed: [] };
}

export function changed<Row>(rows: readonly Row[]): Written<Row> {
  return { added: [], changed: rows };
}

export function nothingWritten(): WrittenRows {
  return Object.fromEntries(storedKinds.map((kind) => [kind, added([])])) as unknown as WrittenRows;
}
