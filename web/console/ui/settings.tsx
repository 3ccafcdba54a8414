import type { ReactNode } from 'react';
import { formatBasisPoints, formatDuration, percentText } from '../format.ts';
import { useLocale, useText } from '../text/locale.tsx';
import { AmountField, CheckField, PercentField, TextField } from './field.tsx';
import type { FormValues } from './form.ts';
import { Amount, Badge } from './values.tsx';

/** How a setting is typed and shown. A list of them, by name, makes the form, what the form sends, and the facts of a page. */
type SettingKind = 'flag' | 'percent' | 'minutes' | 'amount';
export type SettingKinds = Readonly<Record<string, SettingKind>>;

type ValueOf<Kind> = Kind extends 'flag' ? boolean : Kind extends 'amount' ? string : number;
type ValuesOf<Kinds extends SettingKinds> = { readonly [Name in keyof Kinds]: ValueOf<Kinds[Name]> };

interface SettingsProps<Kinds extends SettingKinds> {
  readonly kinds: Kinds;
  readonly labels: Readonly<Record<keyof Kinds & string, string>>;
  readonly values: ValuesOf<Kinds>;
  /** What amounts are in. */
  readonly currency: string;
}

const minuteMs = 60_000;

export function SettingInputs<Kinds extends SettingKinds>({ kinds, labels, values, currency }: SettingsProps<Kinds>) {
  const { minutes } = useText().shell;
  const input = (name: keyof Kinds & string): ReactNode => {
    const [label, value] = [labels[name], values[name]];
    switch (kinds[name] as SettingKind) {
      case 'flag':
        return <CheckField key={name} name={name} label={label} defaultChecked={value === true} />;
      case 'percent':
        return <PercentField key={name} name={name} label={label} defaultValue={percentText(Number(value))} required />;
      case 'minutes': {
        const shown = Number(value) / minuteMs;
        const whole = { inputMode: 'numeric', pattern: '[0-9]+' } as const;
        return (
          <TextField key={name} name={name} label={`${label}, ${minutes}`} {...whole} defaultValue={shown} required />
        );
      }
      case 'amount':
        return <AmountField key={name} name={name} label={label} currency={currency} defaultValue={String(value)} />;
    }
  };
  return <div className="fields">{Object.keys(kinds).map(input)}</div>;
}

export function typedSettings<Kinds extends SettingKinds>(kinds: Kinds, form: FormValues): ValuesOf<Kinds> {
  const read: { readonly [Kind in SettingKind]: (name: string) => ValueOf<Kind> } = {
    flag: (name) => form.isChecked(name),
    percent: (name) => form.basisPoints(name),
    minutes: (name) => (form.whole(name) ?? 0) * minuteMs,
    amount: (name) => form.amount(name),
  };
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, read[kind](name)])) as ValuesOf<Kinds>;
}

/** For `Facts`. A setting in minutes that is nothing is off. */
export function useSettingFacts<Kinds extends SettingKinds>({ kinds, labels, values, currency }: SettingsProps<Kinds>) {
  const { text, locale } = useLocale();
  const onOff = (isOn: boolean) => <Badge tone={isOn ? 'ok' : 'off'}>{isOn ? text.shell.on : text.shell.off}</Badge>;
  const fact = (name: keyof Kinds & string): ReactNode => {
    const value = values[name];
    switch (kinds[name] as SettingKind) {
      case 'flag':
        return onOff(value === true);
      case 'percent':
        return formatBasisPoints(locale, Number(value));
      case 'minutes':
        return value === 0 ? onOff(false) : formatDuration(locale, Number(value));
      case 'amount':
        return <Amount key={name} value={String(value)} currency={currency} />;
    }
  };
  return Object.keys(kinds).map((name) => [labels[name as keyof Kinds & string], fact(name)] as const);
}
