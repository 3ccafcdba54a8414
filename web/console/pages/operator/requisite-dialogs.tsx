import { type ReactNode, useState } from 'react';
import { useNameInLocale, useOffered } from '../../api/names.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, DurationField, ReasonField, SelectField, TextField, WholeField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { durationText, minuteMs } from '../../ui/numbers.ts';
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

function LimitFields({
  currency,
  requisite,
}: {
  readonly currency: string;
  readonly requisite?: Requisite;
}): ReactNode {
  const { requisites } = useText().operator;
  const gapMs = requisite?.gapMs ?? null;
  return (
    <>
      <div className="fields">
        <AmountField
          name="dealMin"
          label={requisites.dealMin}
          currency={currency}
          defaultValue={requisite?.dealMin ?? ''}
        />
        <AmountField
          name="dealMax"
          label={requisites.dealMax}
          currency={currency}
          defaultValue={requisite?.dealMax ?? ''}
        />
        <AmountField
          name="dayMax"
          label={requisites.dayMax}
          currency={currency}
          defaultValue={requisite?.dayMax ?? ''}
        />
        <AmountField
          name="monthMax"
          label={requisites.monthMax}
          currency={currency}
          defaultValue={requisite?.monthMax ?? ''}
        />
        <WholeField name="dayDealsMax" label={requisites.dayDealsMax} defaultValue={requisite?.dayDealsMax ?? ''} />
        <WholeField
          name="activeDealsMax"
          label={requisites.activeDealsMax}
          defaultValue={requisite?.activeDealsMax ?? ''}
        />
        <DurationField
          name="gapMinutes"
          label={requisites.gapMinutes}
          defaultValue={gapMs === null ? '' : durationText(gapMs, minuteMs)}
        />
        <DurationField
          name="restMinutes"
          label={requisites.restMinutes}
          defaultValue={durationText(requisite?.restMs ?? usualRestMs, minuteMs)}
          required
        />
      </div>
      <HoursFields hours={requisite?.hours ?? null} />
    </>
  );
}

const usualRestMs = 15 * minuteMs;

/** An empty limit is no limit. */
function limitsOf(values: FormValues) {
  return {
    dealMin: values.optionalAmount('dealMin'),
    dealMax: values.optionalAmount('dealMax'),
    dayMax: values.optionalAmount('dayMax'),
    monthMax: values.optionalAmount('monthMax'),
    dayDealsMax: values.whole('dayDealsMax'),
    activeDealsMax: values.whole('activeDealsMax'),
    gapMs: values.duration('gapMinutes', minuteMs),
    hours: hoursOf(values),
    restMs: values.duration('restMinutes', minuteMs) ?? usualRestMs,
  };
}
