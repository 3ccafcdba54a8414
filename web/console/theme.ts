import { useSyncExternalStore } from 'react';

/** Light, dark, or as the system has it. The choice stays in this browser. */
export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const storageKey = 'quittance.theme';
const listeners = new Set<() => void>();

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = readTheme();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}

function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}
