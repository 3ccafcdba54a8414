import { type ReactNode, useState } from 'react';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { type Choice, PickerField } from '../../ui/picker.tsx';
import { currentZone } from '../../zone.ts';
import { type HoursLine, linesOf, spansOf } from './hours.ts';
import type { Requisite } from './requisite.ts';

const office: HoursLine = { first: 1, last: 5, from: '09:00', to: '18:00' };
const linesMax = 14;

/** When a requisite gets deals: no line is always. */
export function HoursFields({ hours }: { readonly hours: Requisite['hours'] }): ReactNode {
  const { requisites } = useText().operator;
  const [lines, setLines] = useState(() => numbered(hours === null ? [] : linesOf(hours)));
  const days = requisites.days.map((name, index) => [String(index + 1), name] as const);
  const zone = hours?.zone ?? currentZone();
  return (
    <fieldset>
      <legend>{requisites.hours}</legend>
      {lines.length === 0 && <p className="muted">{requisites.always}</p>}
      {lines.map(({ key, line }, index) => (
        <div className="fields" key={key}>
          <SelectField
            name={`hours.${index}.first`}
            label={requisites.firstDay}
            options={days}
            defaultValue={String(line.first)}
          />
          <SelectField
            name={`hours.${index}.last`}
            label={requisites.lastDay}
            options={days}
            defaultValue={String(line.last)}
          />
          <TextField
            name={`hours.${index}.from`}
            label={requisites.opensAt}
            type="time"
            defaultValue={line.from}
            required
          />
          <TextField
            name={`hours.${index}.to`}
            label={requisites.closesAt}
            type="time"
            defaultValue={line.to}
            required
          />
          <Button className="small" onClick={() => setLines(lines.filter((other) => other.key !== key))}>
            {requisites.removeHours}
          </Button>
        </div>
      ))}
      {lines.length > 0 && (
        <PickerField
          name="hours.zone"
          label={requisites.zone}
          hint={requisites.zoneHint}
          defaultValue={zone}
          options={zoneChoices(zone)}
          required
        />
      )}
      {lines.length < linesMax && (
        <Button onClick={() => setLines([...lines, { key: nextKey(lines), line: office }])}>
          {requisites.addHours}
        </Button>
      )}
    </fieldset>
  );
}

/** All that the browser knows, and the one that was set. */
function zoneChoices(zone: string): readonly Choice[] {
  return [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((one) => [
    one,
    one.replaceAll('_', ' '),
  ]);
}

/** As the operation wants them; null: always. */
export function hoursOf(values: FormValues): Requisite['hours'] {
  const lines: HoursLine[] = [];
  for (let index = 0; index < linesMax; index++) {
    const [first, last] = [values.whole(`hours.${index}.first`), values.whole(`hours.${index}.last`)];
    if (first === null || last === null) break;
    lines.push({ first, last, from: values.text(`hours.${index}.from`), to: values.text(`hours.${index}.to`) });
  }
  return lines.length === 0 ? null : { zone: values.text('hours.zone'), spans: spansOf(lines) };
}

interface Numbered {
  readonly key: number;
  readonly line: HoursLine;
}

function numbered(lines: readonly HoursLine[]): readonly Numbered[] {
  return lines.map((line, key) => ({ key, line }));
}

function nextKey(lines: readonly Numbered[]): number {
  return lines.reduce((most, { key }) => Math.max(most, key), -1) + 1;
}
