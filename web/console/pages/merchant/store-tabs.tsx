import type { ReactNode } from 'react';
import { useUrlState } from '../../url-state.ts';
import type { StoreChoice } from './own-merchant.ts';

/** Which store the page is about; not asked of who has one. */
export function StoreTabs({ stores = [], store }: StoreChoice): ReactNode {
  const url = useUrlState();
  if (stores.length < 2) return null;
  return (
    <div className="tabs">
      {stores.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="tab"
          aria-pressed={id === store?.id}
          onClick={() => url.set({ store: String(id), after: '' })}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
