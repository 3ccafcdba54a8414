import { type ReactNode, useId } from 'react';
import { useUrlState } from '../../url-state.ts';

/** A day of the bank's own clock, whatever zone the console shows. */
export function DayFilter({ name, label }: { readonly name: string; readonly label: string }): ReactNode {
  const url = useUrlState();
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={url.get(name)}
        onChange={({ target }) => url.set({ [name]: target.value, after: '' })}
      />
    </div>
  );
}
