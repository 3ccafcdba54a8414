import type pg from 'pg';
import type { Changes, SettingFields, ValuesOf } from '../../domain/setting-fields.ts';

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
