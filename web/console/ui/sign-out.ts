import { useAct } from '../api/queries.ts';
import { useLeave } from '../session.tsx';
import { useTellFaults } from './tell-faults.ts';

/** Ends the session here, or everywhere. Without an answer the console stays: its person may be signed in still. */
export function useSignOut(name: 'signOut' | 'signOutEverywhere') {
  const act = useAct(name);
  const leave = useLeave();
  const tellFaults = useTellFaults();
  return {
    isPending: act.isPending,
    signOut: () =>
      act.mutate({}, { onSuccess: leave, onError: (error) => (error.status === 401 ? leave() : tellFaults(error)) }),
  };
}
