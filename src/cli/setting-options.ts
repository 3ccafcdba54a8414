import type { Changes, SettingField, SettingFields, TextsOf } from '../domain/money/setting-fields.ts';
import { type CliCall, type CliCommand, UsageError } from './command-line.ts';
import { textOption } from './session.ts';

type Options = NonNullable<CliCommand['options']>;
/** Settings whose option is not called like them. */
type Named<Fields> = { readonly [Name in keyof Fields]?: string };

/** An option for each setting, from its description. */
export function settingOptions<Fields extends SettingFields>(fields: Fields, named: Named<Fields> = {}): Options {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      optionName(name, named),
      { value: placeholder(name, field), text: inLowerCase(field.says) },
    ]),
  );
}

/** What is given of them. */
export function readSettingOptions<Fields extends SettingFields>(
  call: CliCall,
  fields: Fields,
  named: Named<Fields> = {},
): Changes<TextsOf<Fields>> {
  const given = Object.entries(fields).flatMap(([name, field]) => {
    const option = optionName(name, named);
    const text = textOption(call, option);
    return text === undefined ? [] : [[name, readSetting(name, field, text, `--${option}`)]];
  });
  return Object.fromEntries(given);
}

/** Without the unit, which stands in the value: `--rate-bound 2%`. */
function optionName<Fields>(name: string, named: Named<Fields>): string {
  return (
    named[name as keyof Fields] ??
    name.replace(/(Bps|Ms)$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  );
}

function inLowerCase(says: string): string {
  return says.charAt(0).toLowerCase() + says.slice(1);
}

function placeholder(name: string, field: SettingField): string {
  const orNone = field.isOptional === true ? '|none' : '';
  switch (field.kind) {
    case 'flag':
      return 'on|off';
    case 'choice':
      return Object.keys(field.choices).join('|');
    case 'figure':
      return `${name.endsWith('Bps') ? 'number|2%' : name.endsWith('Ms') ? 'ms|30m' : 'number'}${orNone}`;
    case 'sum':
    case 'limit':
      return `sum${orNone}`;
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Bounds are looked at by the act, but for figures that no setting has. */
function readSetting(name: string, field: SettingField, text: string, option: string) {
  const refuse = () =>
    new UsageError(`${option} is "${text}"; give ${placeholder(name, field).replaceAll('|', ' or ')}.`);
  if (field.isOptional === true && text === 'none') return null;
  switch (field.kind) {
    case 'flag':
      if (text !== 'on' && text !== 'off') throw refuse();
      return text === 'on';
    case 'choice':
      if (!Object.hasOwn(field.choices, text)) throw refuse();
      return text;
    case 'figure': {
      const [, digits, unit = ''] = /^(-?\d{1,10}(?:\.\d{1,2})?)([%smhd]?)$/.exec(text) ?? [];
      const perUnit =
        unit === '' ? 1 : unit === '%' ? (name.endsWith('Bps') ? 100 : 0) : name.endsWith('Ms') ? unitMs[unit] : 0;
      const figure = Math.round(Number(digits) * (perUnit ?? 0) * 100) / 100;
      if (digits === undefined || !perUnit || !Number.isInteger(figure)) throw refuse();
      if (figure < field.min || figure > field.max) {
        throw new UsageError(`${option} is "${text}"; give ${field.min} to ${field.max}.`);
      }
      return figure;
    }
    case 'sum':
    case 'limit':
      return text;
  }
}
