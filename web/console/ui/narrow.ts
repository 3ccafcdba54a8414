import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 700px)');

/** Whether the screen is a phone's: tables then begin with the columns that fit, the others can be chosen. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
