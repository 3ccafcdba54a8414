import type { SettingField, SettingFields, ValuesOf } from '../../domain/money/setting-fields.ts';
import { bool, type Codec, fiat, int4, settlement, text } from '../rows/codec.ts';

type SettingColumns<Fields extends SettingFields> = {
  readonly [Name in keyof Fields]: Codec<ValuesOf<Fields>[Name]> & { readonly isUsual: true };
};

/** The columns of settings, for the description of their table. */
export function settingColumns<Fields extends SettingFields>(fields: Fields): SettingColumns<Fields> {
  const columns = Object.entries(fields).map(([name, field]) => [name, codecOf(field).usual]);
  return Object.fromEntries(columns) as SettingColumns<Fields>;
}

const codecs = { flag: bool, figure: int4, choice: text, sum: settlement, limit: fiat } as const;

function codecOf({ kind, column, isOptional }: SettingField) {
  const plain = isOptional === true ? codecs[kind].orNull : codecs[kind];
  return column === undefined ? plain : plain.from(column);
}
