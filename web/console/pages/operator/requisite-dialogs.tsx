import { type ReactNode, useState } from 'react';
import { useNameInLocale, useOffered } from '../../api/names.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { minuteMs } from '../../ui/numbers.ts';
import { SettingInputs, type SettingKinds, typedSettings } from '../../ui/settings.tsx';
import { HoursFields, hoursOf } from './hours-fields.tsx';
import type { Requisite } from './requisite.ts';

export function CreateRequisite({
  makerId,
  onClose,
}: {
  readonly makerId: number;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const { requisites } = text.operator;
  const { banks, options } = useOffered();
  const inLocale = useNameInLocale();
  const currencies = [...new Set(banks.map((bank) => bank.currency))];
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = chosen ?? currencies[0] ?? '';
  return (
    <ActDialog
      title={requisites.create}
      operation="createRequisite"
      submit={requisites.create}
      done={requisites.created}
      read={(values) => ({
        body: {
          makerId,
          currency,
          option: values.text('option'),
          bank: values.text('bank'),
          number: values.text('number'),
          holder: values.text('holder'),
          ...limitsOf(values),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <div className="fields">
        <SelectField
          name="currency"
          label={text.fields.currency}
          options={currencies.map((code) => [code, code])}
          onChange={setChosen}
        />
        <SelectField
          key={`option ${currency}`}
          name="option"
          label={text.fields.option}
          options={options
            .filter((option) => option.currencies.includes(currency))
            .map((option) => [option.code, inLocale(option)])}
        />
        <SelectField
          key={`bank ${currency}`}
          name="bank"
          label={text.fields.bank}
          options={banks.filter((bank) => bank.currency === currency).map((bank) => [bank.code, inLocale(bank)])}
        />
      </div>
      <div className="fields">
        <TextField name="number" label={text.fields.number} required />
        <TextField name="holder" label={text.fields.holder} />
      </div>
      <LimitFields currency={currency} />
      <ReasonField />
    </ActDialog>
  );
}

/** The number stays: another number is another requisite. */
export function ChangeRequisite({
  requisite,
  onClose,
}: {
  readonly requisite: Requisite;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={requisite.number}
      operation="changeRequisite"
      submit={text.shell.save}
      done={text.operator.requisites.changed}
      read={(values) => ({
        path: { id: requisite.id },
        body: { holder: values.text('holder'), ...limitsOf(values), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <TextField name="holder" label={text.fields.holder} defaultValue={requisite.holder} />
      <LimitFields currency={requisite.currency} requisite={requisite} />
      <ReasonField />
    </ActDialog>
  );
}

/** What one requisite takes; blank is no limit. A new limit is a line here and a word in each language. */
const limitKinds = {
  dealMin: 'amount?',
  dealMax: 'amount?',
  dayMax: 'amount?',
  monthMax: 'amount?',
  dayDealsMax: 'whole?',
  activeDealsMax: 'whole?',
  gapMs: 'minutes?',
  restMs: 'minutes',
} as const satisfies SettingKinds;

const noLimits = {
  dealMin: null,
  dealMax: null,
  dayMax: null,
  monthMax: null,
  dayDealsMax: null,
  activeDealsMax: null,
  gapMs: null,
  restMs: 15 * minuteMs,
};

function LimitFields({
  currency,
  requisite,
}: {
  readonly currency: string;
  readonly requisite?: Requisite;
}): ReactNode {
  const { limits } = useText().operator.requisites;
  return (
    <>
      <SettingInputs kinds={limitKinds} labels={limits} values={requisite ?? noLimits} currency={currency} />
      <HoursFields hours={requisite?.hours ?? null} />
    </>
  );
}

function limitsOf(values: FormValues) {
  return { ...typedSettings(limitKinds, values), hours: hoursOf(values) };
}
