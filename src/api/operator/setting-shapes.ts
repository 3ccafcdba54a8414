import { type Static, type TBoolean, type TInteger, type TOptional, type TString, type TUnsafe, Type } from 'typebox';
import {
  type ChoiceField,
  type FigureField,
  type FlagField,
  type SettingField,
  type SettingFields,
  type TextsOf,
  usualSettings,
  writeSettings,
} from '../../domain/money/setting-fields.ts';
import { oneOf } from '../schemas.ts';
import { amount, flag, integer, nullable, words } from './fields.ts';

type PlainShape<Field> = Field extends FlagField
  ? TBoolean
  : Field extends FigureField
    ? TInteger
    : Field extends ChoiceField
      ? TUnsafe<keyof Field['choices']>
      : TString;
type ShapeOfField<Field> = Field extends { readonly isOptional: true }
  ? TUnsafe<Static<PlainShape<Field>> | null>
  : PlainShape<Field>;

/** What a request may say of them. */
export function settingWishes<Fields extends SettingFields>(
  fields: Fields,
): { [Name in keyof Fields]: TOptional<ShapeOfField<Fields[Name]>> } {
  return mapFields(fields, (field) => Type.Optional(shapeOf(field, amount)));
}

/** All of them, in an answer. */
export function settingAnswers<Fields extends SettingFields>(
  fields: Fields,
): { [Name in keyof Fields]: ShapeOfField<Fields[Name]> } {
  return mapFields(fields, (field) => shapeOf(field, words));
}

/** An answer in which everything is as usual. */
export function usualAnswer<Fields extends SettingFields>(fields: Fields, subunit: number): TextsOf<Fields> {
  return writeSettings(fields, usualSettings(fields, subunit), subunit);
}

function shapeOf(field: SettingField, sum: (description: string) => TString) {
  return field.isOptional ? nullable(plainShape(field, sum), field.says) : plainShape(field, sum);
}

function plainShape(field: SettingField, sum: (description: string) => TString) {
  switch (field.kind) {
    case 'flag':
      return flag(field.says);
    case 'figure':
      return integer(field.min, field.max, field.says);
    case 'choice':
      return oneOf(field.choices, field.says);
    case 'sum':
    case 'limit':
      return sum(field.says);
  }
}

function mapFields<Shapes>(fields: SettingFields, shape: (field: SettingField) => unknown): Shapes {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shape(field)])) as Shapes;
}
