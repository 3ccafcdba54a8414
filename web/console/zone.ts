import { useSyncExternalStore } from 'react';
import { isZone, startOfDayIn } from './calendar.ts';

/**
 * The time zone in which times are shown, days begin and exports are written: the browser's, or another one that somebody chose. The
 * choice stays in this browser.
 */
const storageKey = 'quittance.zone';
const listeners = new Set<() => void>();

export function currentZone(): string {
  return chosenZone() ?? browserZone();
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Null: as the browser has it. */
export function chosenZone(): string | null {
  const stored = localStorage.getItem(storageKey);
  return stored !== null && isZone(stored) ? stored : null;
}

export function chooseZone(zone: string | null): void {
  if (zone === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, zone);
  for (const listener of listeners) listener();
}

/** Asked for by the root alone: all that shows words or times is drawn anew with another zone. */
export function useZone(): string {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentZone);
}

/** The first moment of a day of the calendar, or of so many days later. */
export function startOfDay(day: string, daysLater = 0): string {
  return startOfDayIn(currentZone(), day, daysLater);
}
