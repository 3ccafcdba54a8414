import { createContext, type ReactNode, useContext } from 'react';
import type { ApiError, Fault } from '../api/client.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import { withFigures } from '../text/figures.ts';
import { useText } from '../text/locale.tsx';

/** The refusal a form got, for its fields to say which of it is theirs. */
export const FaultsContext = createContext<ApiError | null>(null);

export function useFault(field: string): string | null {
  const text = useText();
  const fault = useContext(FaultsContext)?.faults.find((one) => one.field === field);
  return fault === undefined ? null : faultText(text, fault);
}

/** All faults in words, each with its code, which documents and colleagues can be asked about. */
export function FaultList({ error }: { readonly error: ApiError }): ReactNode {
  const text = useText();
  return (
    <div className="faults" role="alert">
      <ul>
        {error.faults.map((fault) => (
          <li key={`${fault.code} ${fault.field}`}>
            {faultText(text, fault)} <code>{fault.code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In the reader's language where we have the words; else as the service said it. */
export function faultText(text: Dictionary, { code, message, field }: Fault): string {
  const words = withFigures(text.faults[code], message);
  const name: string | undefined = field === undefined ? undefined : (text.fields as Record<string, string>)[field];
  return `${name === undefined ? '' : `${name}: `}${words ?? message}`;
}
