import { type InputHTMLAttributes, type ReactNode, useContext, useId } from 'react';
import { useText } from '../text/locale.tsx';
import { FaultsContext, useFault } from './faults.tsx';
import { type Option, withStored } from './options.ts';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>;

export function TextField({ name, label, hint, ...input }: TextFieldProps): ReactNode {
  return (
    <FieldFrame name={name} label={label} {...(hint === undefined ? {} : { hint })}>
      {(attributes) => <input type="text" autoComplete="off" {...input} {...attributes} />}
    </FieldFrame>
  );
}

/** A decimal sum, typed as text: it goes to the service as it was typed. A comma is what a Russian keyboard has. */
export function AmountField(props: TextFieldProps & { readonly currency: string }): ReactNode {
  const { currency, label, ...rest } = props;
  // Which currency it is may not be known yet.
  const full = currency === '' ? label : `${label}, ${currency}`;
  return <TextField inputMode="decimal" pattern="[0-9\s]+([.,][0-9]+)?" label={full} {...rest} />;
}

/** A whole number, or nothing; `FormValues.whole` reads it. */
export function WholeField(props: TextFieldProps): ReactNode {
  return <TextField inputMode="numeric" pattern="[0-9\s]*" {...props} />;
}

/** So many minutes or seconds, or nothing; `durationText` writes it, `FormValues.duration` reads it. */
export function DurationField(props: TextFieldProps): ReactNode {
  return <TextField inputMode="decimal" pattern="[0-9\s]+([.,][0-9]+)?" {...props} />;
}

/** A part in per cent, typed as people say it; `FormValues.basisPoints` reads it. */
export function PercentField({ label, ...rest }: TextFieldProps): ReactNode {
  return <TextField inputMode="decimal" pattern="-?[0-9]{1,3}([.,][0-9]{1,2})?" label={`${label}, %`} {...rest} />;
}

export function AreaField({
  name,
  label,
  hint,
  ...area
}: FieldProps & { readonly required?: boolean; readonly defaultValue?: string; readonly rows?: number }): ReactNode {
  return (
    <FieldFrame name={name} label={label} {...(hint === undefined ? {} : { hint })}>
      {(attributes) => <textarea rows={2} {...area} {...attributes} />}
    </FieldFrame>
  );
}

/** Every change by a person has a reason, which the audit log keeps. A usual one may be offered. */
export function ReasonField({ usual = '' }: { readonly usual?: string }): ReactNode {
  const text = useText();
  return (
    <AreaField name="reason" label={text.fields.reason} hint={text.shell.reasonHint} required defaultValue={usual} />
  );
}

export function SelectField({
  name,
  label,
  hint,
  options,
  defaultValue,
  usual,
  unlisted,
  onChange,
  ...select
}: FieldProps & {
  readonly options: readonly Option[];
  /** What is stored. It stays what it is, whether it is offered or not. */
  readonly defaultValue?: string;
  /** What is chosen to begin with, where nothing is stored and this is offered. */
  readonly usual?: string;
  /** What the stored value is called when it is not offered. */
  readonly unlisted?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (value: string) => void;
}): ReactNode {
  const chosen = defaultValue ?? usual;
  return (
    <FieldFrame name={name} label={label} {...(hint === undefined ? {} : { hint })}>
      {(attributes) => (
        // Made anew when the choices arrive: before that the usual one could not be chosen.
        <select
          key={options.length}
          {...select}
          {...attributes}
          {...(chosen === undefined ? {} : { defaultValue: chosen })}
          {...(onChange === undefined ? {} : { onChange: ({ target }) => onChange(target.value) })}
        >
          {withStored(options, defaultValue ?? '', unlisted).map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function CheckField({
  name,
  label,
  defaultChecked = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked?: boolean;
}): ReactNode {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={defaultChecked} />
      <span>{label}</span>
    </label>
  );
}

/** A box that stands there once the service has refused with one of these codes: its answer lets the act through. */
export function AskedField({
  after,
  ...field
}: {
  readonly after: readonly string[];
  readonly name: string;
  readonly label: string;
}): ReactNode {
  const faults = useContext(FaultsContext)?.faults ?? [];
  return faults.some(({ code }) => after.includes(code)) ? <CheckField {...field} /> : null;
}

interface ControlAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

/** Label, control, hint and what the service had against the value. */
function FieldFrame({
  name,
  label,
  hint,
  children,
}: FieldProps & { readonly children: (attributes: ControlAttributes) => ReactNode }): ReactNode {
  const id = useId();
  const fault = useFault(name);
  const note = fault ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        ...(fault === null ? {} : { 'aria-invalid': true }),
        ...(note === undefined ? {} : { 'aria-describedby': `${id}-note` }),
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={fault === null ? 'hint' : 'hint fault'}>
          {note}
        </p>
      )}
    </div>
  );
}
