import type { ApiError } from '../api/client.ts';
import { useText } from '../text/locale.tsx';
import { faultText } from './faults.tsx';
import { tell } from './toast.tsx';

/** For an act that is a button alone, with no place beside it for what was said against it, or for no answer at all. */
export function useTellFaults(): (error: ApiError) => void {
  const text = useText();
  return ({ faults }) => {
    for (const fault of faults) tell(faultText(text, fault), 'fault');
  };
}
