import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { Input, Operation } from '../api/client.ts';
import type { Tone } from './button.tsx';
import { ActDialog } from './dialog.tsx';
import { DialogButton } from './dialog-button.tsx';
import { AmountField, AskedField, CheckField, ReasonField, TextField, WholeField } from './field.tsx';
import type { FormValues } from './form.ts';
import { type Choice, PickerField } from './picker.tsx';

/** One field of a body: how it is asked for, and what was answered. */
export interface Field<Value> {
  readonly ask: (name: string) => ReactNode;
  readonly read: (values: FormValues, name: string) => Value;
}

/** A field for each part of an operation's body, in the order of the form. What may be absent may be left out, or undefined. */
type Fields<Body> = {
  readonly [Name in keyof Body]: Field<
    Body[Name] | (Partial<Pick<Body, Name>> extends Pick<Body, Name> ? undefined : never)
  >;
};

type More<Of extends (props: never) => ReactNode> = Partial<Omit<Parameters<Of>[0], 'name' | 'label'>>;

/** The usual kinds of fields, each with its label. `…OrNull` may be left blank. */
export const field = {
  text: (label: string, more: More<typeof TextField> = {}): Field<string> => ({
    ask: (name) => <TextField name={name} label={label} required {...more} />,
    read: (values, name) => values.text(name),
  }),
  textOrNull: (label: string, more: More<typeof TextField> = {}): Field<string | null> => ({
    ask: (name) => <TextField name={name} label={label} {...more} />,
    read: (values, name) => values.optional(name),
  }),
  /** Not sent when it is left blank. */
  textIfAny: (label: string, more: More<typeof TextField> = {}): Field<string | undefined> => ({
    ask: (name) => <TextField name={name} label={label} {...more} />,
    read: (values, name) => values.text(name) || undefined,
  }),
  amount: (label: string, currency: string, more: More<typeof AmountField> = {}): Field<string> => ({
    ask: (name) => <AmountField name={name} label={label} required {...more} currency={currency} />,
    read: (values, name) => values.amount(name),
  }),
  amountOrNull: (label: string, currency: string, more: More<typeof AmountField> = {}): Field<string | null> => ({
    ask: (name) => <AmountField name={name} label={label} {...more} currency={currency} />,
    read: (values, name) => values.optionalAmount(name),
  }),
  whole: (label: string, more: More<typeof WholeField> = {}): Field<number> => ({
    ask: (name) => <WholeField name={name} label={label} required {...more} />,
    read: (values, name) => values.whole(name) ?? 0,
  }),
  flag: (label: string, isOn = false): Field<boolean> => ({
    ask: (name) => <CheckField name={name} label={label} defaultChecked={isOn} />,
    read: (values, name) => values.isChecked(name),
  }),
  /** A box that stands there once the service has refused with one of these codes. */
  asked: (label: string, after: readonly string[]): Field<boolean> => ({
    ask: (name) => <AskedField name={name} label={label} after={after} />,
    read: (values, name) => values.isChecked(name),
  }),
  /** Any of a few, each with a box. */
  several: <Value extends string>(
    legend: string,
    options: readonly (readonly [Value, string])[],
    chosen: readonly string[] = [],
  ): Field<Value[]> => ({
    ask: () => (
      <fieldset>
        <legend>{legend}</legend>
        {options.map(([value, label]) => (
          <CheckField key={value} name={value} label={label} defaultChecked={chosen.includes(value)} />
        ))}
      </fieldset>
    ),
    read: (values) => options.map(([value]) => value).filter((value) => values.isChecked(value)),
  }),
  /** The number of a row, chosen by its name. */
  row: (label: string, options: readonly Choice[], hint?: string): Field<number> => ({
    ask: (name) => (
      <PickerField name={name} label={label} options={options} required {...(hint === undefined ? {} : { hint })} />
    ),
    read: (values, name) => values.whole(name) ?? 0,
  }),
  /** Sent and not asked for. */
  fixed: <Value,>(value: Value): Field<Value> => ({ ask: () => null, read: () => value }),
  /** The same, below a note of its own. */
  below: <Value,>(note: ReactNode, { ask, read }: Field<Value>): Field<Value> => ({
    ask: (name) => (
      <>
        {note}
        {ask(name)}
      </>
    ),
    read,
  }),
  /** Written by hand. */
  own: <Value,>(shown: ReactNode, read: (values: FormValues, name: string) => Value): Field<Value> => ({
    ask: () => shown,
    read,
  }),
};

/** Every change by a person has one. */
export const reason = usualReason();

export function usualReason(usual = ''): Field<string> {
  return field.own(<ReasonField usual={usual} />, (values, name) => values.text(name));
}

interface Words {
  /** On the button that does it. */
  readonly submit: string;
  /** Above the form; the same as on the button when absent. */
  readonly title?: string;
  /** What is said when it was done; absent: nothing, because `onDone` shows it. */
  readonly done?: string;
}

interface Common<Name extends Operation>
  extends Pick<ComponentProps<typeof ActDialog<Name>>, 'operation' | 'tone' | 'isWide' | 'onDone'> {
  readonly words: Words;
  /** What stands above the fields. */
  readonly children?: ReactNode;
}

type Path<Name extends Operation> = NonNullable<Input<Name>['path']>;
type Body<Name extends Operation> = NonNullable<Input<Name>['body']>;
/** Path and fields are there where the operation has a path and a body. */
type ActFormProps<Name extends Operation> = Common<Name> &
  ([Path<Name>] extends [never] ? { readonly path?: undefined } : { readonly path: Path<Name> }) &
  ([Body<Name>] extends [never] ? { readonly fields?: undefined } : { readonly fields: Fields<Body<Name>> });

interface FormProps<Name extends Operation> extends Common<Name> {
  readonly path?: Path<Name> | undefined;
  readonly fields?: Fields<Body<Name>> | undefined;
  readonly onClose: () => void;
}

/** A dialog whose fields are those of the operation's body. What needs more than that says all of it to `ActDialog`. */
export function ActForm<Name extends Operation>(
  props: ActFormProps<Name> & { readonly onClose: () => void },
): ReactNode {
  const given: FormProps<Name> = props;
  return <Form<Name> {...given} />;
}

function Form<Name extends Operation>({ path, words, fields, children, ...dialog }: FormProps<Name>): ReactNode {
  const entries = Object.entries<Field<unknown>>(fields ?? {});
  const bodyOf = (values: FormValues) => {
    const said = entries.map(([name, { read }]) => [name, read(values, name)] as const);
    return Object.fromEntries(said) as Body<Name>;
  };
  return (
    <ActDialog<Name>
      {...dialog}
      title={words.title ?? words.submit}
      submit={words.submit}
      {...(words.done === undefined ? {} : { done: words.done })}
      read={(values) => ({
        ...(path === undefined ? {} : { path }),
        ...(fields === undefined ? {} : { body: bodyOf(values) }),
      })}
    >
      {children}
      {entries.map(([name, { ask }]) => (
        <Fragment key={name}>{ask(name)}</Fragment>
      ))}
    </ActDialog>
  );
}

interface Opener {
  /** As on the form's button when absent. */
  readonly label?: string;
  /** As that of the form when absent, and plain where it has none. */
  readonly buttonTone?: Tone;
  readonly isSmall?: boolean;
}

/** The form and the button that opens it. */
export function ActButton<Name extends Operation>(props: ActFormProps<Name> & Opener): ReactNode {
  const { label, buttonTone, isSmall = false, ...form }: Omit<FormProps<Name>, 'onClose'> & Opener = props;
  return (
    <DialogButton label={label ?? form.words.submit} tone={buttonTone ?? form.tone ?? 'plain'} isSmall={isSmall}>
      {(onClose) => <Form<Name> {...form} onClose={onClose} />}
    </DialogButton>
  );
}
