import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { offsetText } from '../calendar.ts';
import { useLocale, useText } from '../text/locale.tsx';
import { useUrlState } from '../url-state.ts';

/** What narrows a list. Each is in the address under its name; a change starts at the first page again. */
export function FilterSelect({
  name,
  label,
  options,
  usual,
  page = 'after',
  isDisabled = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** What is chosen when nobody chose, where a list is always of one. */
  readonly usual?: string | undefined;
  readonly page?: string;
  readonly isDisabled?: boolean;
}): ReactNode {
  const text = useText();
  const url = useUrlState();
  return (
    <label className="filter">
      <span>{label}</span>
      <select
        disabled={isDisabled}
        value={url.get(name) || (usual ?? '')}
        onChange={(event) => url.set({ [name]: event.target.value, [page]: '' })}
      >
        {usual === undefined && <option value="">{text.shell.all}</option>}
        {options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Text takes effect when it is left or Enter is pressed: half a number finds nothing. A date takes effect when it is picked; one
 * that is being typed has no value before it is whole.
 */
export function FilterText({
  name,
  label,
  placeholder,
  type = 'search',
  page = 'after',
}: {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly type?: 'search' | 'date' | 'datetime-local';
  readonly page?: string;
}): ReactNode {
  const url = useUrlState();
  const { zone } = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const value = url.get(name);
  // At once: later it would wipe out what fast fingers have typed since.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = value;
  }, [value]);
  const take = () => {
    const typed = input.current?.value.trim() ?? '';
    if (typed !== value) url.set({ [name]: typed, [page]: '' });
  };
  const takePicked = () => {
    // Somebody who types the year has "0002" there on the way.
    if (!input.current?.value.startsWith('0')) take();
  };
  return (
    <label className="filter">
      <span>{type === 'search' ? label : `${label}, ${offsetText(Date.now(), zone)}`}</span>
      <input
        ref={input}
        type={type}
        defaultValue={value}
        placeholder={placeholder}
        onBlur={take}
        onChange={type === 'search' ? undefined : takePicked}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
    </label>
  );
}
