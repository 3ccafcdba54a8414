import './picker.css';
import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../text/locale.tsx';
import { useUrlState } from '../url-state.ts';
import { useFault } from './faults.tsx';
import { SelectField } from './field.tsx';
import { FilterSelect } from './filters.tsx';
import { Icon } from './icon.tsx';

/** A value and what people know it by. */
export type Choice = readonly [value: string, label: string];

/** Up to so many are seen at a glance, and a plain list is quicker than typing. */
const shortListMax = 12;

/** Still on its way, or nothing to choose from: nobody should begin with a field that is about to become another one. */
function isEmpty(options: readonly Choice[]): boolean {
  return options.length === 0;
}

/** One of a list, by name: a plain list while it is short, else one that typing narrows. */
export function PickerField({
  name,
  label,
  hint,
  options,
  defaultValue = '',
  required = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly Choice[];
  readonly defaultValue?: string;
  readonly required?: boolean;
}): ReactNode {
  const id = useId();
  const fault = useFault(name);
  const [value, setValue] = useState(defaultValue);
  const note = fault ?? hint;
  if (options.length <= shortListMax) {
    const known = { name, label, required, disabled: isEmpty(options), ...(hint === undefined ? {} : { hint }) };
    return <SelectField {...known} options={options} {...(defaultValue === '' ? {} : { defaultValue })} />;
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Picker id={id} name={name} options={options} value={value} onChange={setValue} isRequired={required} />
      {note !== undefined && <p className={fault === null ? 'hint' : 'hint fault'}>{note}</p>}
    </div>
  );
}

/** Narrows a list to one of many; it is in the address. */
export function FilterPicker({
  name,
  label,
  options,
  usual,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Choice[];
  /** What it is where the address does not say; then there is always one. */
  readonly usual?: string | undefined;
}): ReactNode {
  const url = useUrlState();
  const id = useId();
  if (options.length <= shortListMax) {
    return <FilterSelect name={name} label={label} options={options} isDisabled={isEmpty(options)} usual={usual} />;
  }
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <Picker
        id={id}
        options={options}
        value={url.get(name) || (usual ?? '')}
        onChange={(value) => url.set({ [name]: value, after: '' })}
      />
    </div>
  );
}

interface Item {
  readonly value: string;
  readonly label: string;
}

function Picker({
  id,
  name,
  options,
  value,
  onChange,
  isRequired = false,
}: {
  readonly id: string;
  readonly name?: string;
  readonly options: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
}): ReactNode {
  const { picker } = useText();
  const items = options.map(([one, label]): Item => ({ value: one, label }));
  /** Who has typed the whole name means it, and need not pick it as well. */
  const takeTyped = (typed: string) => {
    const words = typed.trim().toLowerCase();
    const named = items.find(({ label }) => label.toLowerCase() === words);
    if (named !== undefined && named.value !== value) onChange(named.value);
  };
  return (
    <Combobox.Root
      items={items}
      value={items.find((item) => item.value === value) ?? null}
      onValueChange={(item: Item | null) => onChange(item?.value ?? '')}
      onInputValueChange={takeTyped}
      {...(name === undefined ? {} : { name })}
      required={isRequired}
      limit={100}
      autoHighlight
    >
      <Combobox.InputGroup className="picker">
        <Combobox.Input id={id} placeholder={picker.search} />
        {value === '' ? (
          <Combobox.Trigger className="picker-button" aria-label={picker.open}>
            <Icon name="down" />
          </Combobox.Trigger>
        ) : (
          <Combobox.Clear className="picker-button" aria-label={picker.clear}>
            <Icon name="close" />
          </Combobox.Clear>
        )}
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="positioner">
          <Combobox.Popup className="menu picker-menu">
            <Combobox.Empty className="picker-empty">{picker.none}</Combobox.Empty>
            <Combobox.List>
              {(item: Item) => (
                <Combobox.Item key={item.value} value={item} className="menu-item">
                  {item.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
