import type pg from 'pg';
import type { Changes, SettingFields, ValuesOf } from '../../domain/setting-fields.ts';
import type { Cells } from '../connection.ts';

/** Their columns, each read under the name of its setting: a row has the values as they are used. */
export function selectSettings(fields: SettingFields): string {
  return Object.entries(fields)
    .map(([name, { column }]) => `${column} as "${name}"`)
    .join(', ');
}

/** Of a row that was read with `selectSettings`. */
export function settingsOfRow<Fields extends SettingFields>(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
): ValuesOf<Fields> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]])) as ValuesOf<Fields>;
}

/** Of columns that were read as cells, in the order of the fields. */
export function settingsOfCells<Fields extends SettingFields>(fields: Fields, cells: Cells): ValuesOf<Fields> {
  return Object.fromEntries(Object.keys(fields).map((name, index) => [name, cells[index]])) as ValuesOf<Fields>;
}

const columnTypes = { flag: 'boolean', figure: 'int4', sum: 'int8', limit: 'int8' } as const;

/** For `unnest`: the columns, an array for each, and what stands in it; what is not given is as usual. */
export function settingArrays<Fields extends SettingFields>(
  fields: Fields,
  rows: readonly Changes<ValuesOf<Fields>>[],
  firstParameter: number,
): { readonly columns: string; readonly arrays: string; readonly values: readonly unknown[][] } {
  const all = Object.entries(fields);
  return {
    columns: all.map(([, { column }]) => column).join(', '),
    arrays: all.map(([, { kind }], index) => `$${firstParameter + index}::${columnTypes[kind]}[]`).join(', '),
    values: all.map(([name, { usual }]) => rows.map((row) => (row[name] === undefined ? usual : row[name]))),
  };
}

/** Writes what has changed and leaves the other columns alone. */
export async function patchSettings<Fields extends SettingFields>(
  client: pg.ClientBase,
  { table, fields, id }: { readonly table: string; readonly fields: Fields; readonly id: number },
  changes: Changes<ValuesOf<Fields>>,
): Promise<void> {
  const changed = Object.entries(fields).filter(([name]) => changes[name] !== undefined);
  if (changed.length === 0) return;
  const columns = changed.map(([, { column }], index) => `${column} = $${index + 2}`).join(', ');
  await client.query(`update ${table} set ${columns} where id = $1`, [id, ...changed.map(([name]) => changes[name])]);
}
