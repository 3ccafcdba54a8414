import type { ReactNode } from 'react';
import { formatBasisPoints, formatDuration, percentText } from '../format.ts';
import { useLocale, useText } from '../text/locale.tsx';
import { AmountField, CheckField, DurationField, PercentField, WholeField } from './field.tsx';
import type { FormValues } from './form.ts';
import { durationText, minuteMs } from './numbers.ts';
import { Amount, Badge } from './values.tsx';

/**
 * How a setting is typed and shown; with a question mark it may be left blank, which is null. A list of them, by name, makes the form,
 * what the form sends, and the facts of a page.
 */
type SettingKind = 'flag' | 'percent' | 'minutes' | 'amount' | 'minutes?' | 'amount?' | 'whole?';
export type SettingKinds = Readonly<Record<string, SettingKind>>;

interface ValueOf {
  readonly flag: boolean;
  readonly percent: number;
  readonly minutes: number;
  readonly amount: string;
  readonly 'minutes?': number | null;
  readonly 'amount?': string | null;
  readonly 'whole?': number | null;
}
type ValuesOf<Kinds extends SettingKinds> = { readonly [Name in keyof Kinds]: ValueOf[Kinds[Name]] };

interface SettingsProps<Kinds extends SettingKinds> {
  readonly kinds: Kinds;
  readonly labels: Readonly<Record<keyof Kinds & string, string>>;
  readonly values: ValuesOf<Kinds>;
  /** What amounts are in. */
  readonly currency: string;
}

export function SettingInputs<Kinds extends SettingKinds>({ kinds, labels, values, currency }: SettingsProps<Kinds>) {
  const { minutes } = useText().shell;
  const input = (name: keyof Kinds & string): ReactNode => {
    const [kind, value] = [kinds[name] as SettingKind, values[name] as ValueOf[SettingKind]];
    const field = { name, label: labels[name], required: !kind.endsWith('?') };
    switch (kind) {
      case 'flag':
        return <CheckField key={name} name={name} label={field.label} defaultChecked={value === true} />;
      case 'percent':
        return <PercentField key={name} {...field} defaultValue={percentText(Number(value))} />;
      case 'minutes':
      case 'minutes?': {
        const shown = value === null ? '' : durationText(Number(value), minuteMs);
        return <DurationField key={name} {...field} label={`${field.label}, ${minutes}`} defaultValue={shown} />;
      }
      case 'amount':
      case 'amount?':
        return <AmountField key={name} {...field} currency={currency} defaultValue={String(value ?? '')} />;
      case 'whole?':
        return <WholeField key={name} {...field} defaultValue={String(value ?? '')} />;
    }
  };
  return <div className="fields">{Object.keys(kinds).map(input)}</div>;
}

export function typedSettings<Kinds extends SettingKinds>(kinds: Kinds, form: FormValues): ValuesOf<Kinds> {
  const read: { readonly [Kind in SettingKind]: (name: string) => ValueOf[Kind] } = {
    flag: (name) => form.isChecked(name),
    percent: (name) => form.basisPoints(name),
    minutes: (name) => form.duration(name, minuteMs) ?? 0,
    amount: (name) => form.amount(name),
    'minutes?': (name) => form.duration(name, minuteMs),
    'amount?': (name) => form.optionalAmount(name),
    'whole?': (name) => form.whole(name),
  };
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, read[kind](name)])) as ValuesOf<Kinds>;
}

/** For `Facts`. A setting in minutes that is nothing is off. */
export function useSettingFacts<Kinds extends SettingKinds>({ kinds, labels, values, currency }: SettingsProps<Kinds>) {
  const { text, locale } = useLocale();
  const onOff = (isOn: boolean) => <Badge tone={isOn ? 'ok' : 'off'}>{isOn ? text.shell.on : text.shell.off}</Badge>;
  const fact = (name: keyof Kinds & string): ReactNode => {
    const value = values[name] as ValueOf[SettingKind];
    if (value === null) return text.shell.none;
    switch (kinds[name] as SettingKind) {
      case 'flag':
        return onOff(value === true);
      case 'percent':
        return formatBasisPoints(locale, Number(value));
      case 'minutes':
      case 'minutes?':
        return value === 0 ? onOff(false) : formatDuration(locale, Number(value));
      case 'amount':
      case 'amount?':
        return <Amount key={name} value={String(value)} currency={currency} />;
      case 'whole?':
        return String(value);
    }
  };
  return Object.keys(kinds).map((name) => [labels[name as keyof Kinds & string], fact(name)] as const);
}
