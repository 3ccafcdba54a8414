import type { Selection } from './shape.ts';

/** A statement prepared once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** One that finds rows. Its select list and its decoder are one thing. */
export interface RowStatement<Row> extends Statement {
  readonly decode: (cells: readonly unknown[]) => Row;
}

export function rowStatement<Row>(
  name: string,
  selection: Pick<Selection<Row>, 'list' | 'decode'>,
  text: (list: string) => string,
): RowStatement<Row> {
  return { name, text: text(selection.list), decode: selection.decode };
}
