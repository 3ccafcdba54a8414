import { createContext, useContext } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The parts of the address that a page's path names, as in `/invoices/:id`. */
export const ParametersContext = createContext<Readonly<Record<string, string | undefined>>>({});

export function useParameter(name: string): string {
  return useContext(ParametersContext)[name] ?? '';
}

export interface UrlState {
  readonly get: (name: string) => string;
  /** Empty values leave the address. A change of what is looked for starts at the first page again. */
  readonly set: (changes: Readonly<Record<string, string>>, options?: { readonly isStep?: boolean }) => void;
}

/** What a page shows is in its address: filters, order, columns, page. So it can be sent, kept and gone back to. */
export function useUrlState(): UrlState {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const parameters = new URLSearchParams(search);
  return {
    get: (name) => parameters.get(name) ?? '',
    set: (changes, { isStep = false } = {}) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      navigate(text === '' ? location : `${location}?${text}`, { replace: !isStep });
    },
  };
}
