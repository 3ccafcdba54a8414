import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react';
import { type Answer, ApiError, call, keepCsrfToken } from './api/client.ts';
import { keepUnansweredOf } from './api/queries.ts';
import { Awaited, Loading } from './ui/states.tsx';

export type Me = Answer<'whoAmI'>;
export type Role = Me['role'];

/** Under which the session is cached: `null` is somebody who has not signed in. */
export const sessionKey = 'session';

const MeContext = createContext<Me | null>(null);
const SignIn = lazy(() => import('./pages/account/sign-in.tsx'));
const Join = lazy(() => import('./pages/account/join.tsx'));
const Pair = lazy(() => import('./pages/account/pair.tsx'));
const SetUpFirst = lazy(() => import('./pages/account/set-up-first.tsx'));

/** Nothing of the application is shown or asked for before it is known who sits here. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useQuery<Me | null, ApiError>({ queryKey: [sessionKey], queryFn: readSession, staleTime: 60_000 });
  if (session.data === undefined) return <Awaited answer={session} />;
  const [invitation, phone] = [ticketInAddress('join'), ticketInAddress('pair')];
  if (invitation !== null || phone !== null) {
    return (
      <Suspense fallback={<Loading />}>
        {invitation !== null ? <Join ticket={invitation} /> : <Pair ticket={phone ?? ''} />}
      </Suspense>
    );
  }
  if (session.data === null) {
    return (
      <Suspense fallback={<Loading />}>
        <SignIn />
      </Suspense>
    );
  }
  return (
    <MeContext value={session.data}>
      {session.data.mustSetUpSecondFactor ? (
        <Suspense fallback={<Loading />}>
          <SetUpFirst />
        </Suspense>
      ) : (
        children
      )}
    </MeContext>
  );
}

/** Of an invitation to a team, or of a phone. It stands behind the mark, which no server is told. */
function ticketInAddress(page: 'join' | 'pair'): string | null {
  return location.pathname.endsWith(`/console/${page}`) && location.hash.length > 1 ? location.hash.slice(1) : null;
}

async function readSession(): Promise<Me | null> {
  try {
    const me = await call('whoAmI');
    keepCsrfToken(me.csrfToken);
    keepUnansweredOf(me.id);
    isIdleEnd = false;
    return me;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      noteEnd(error);
      return null;
    }
    throw error;
  }
}

let isIdleEnd = false;

/** Why the last session ended, for who comes back to it. */
export function noteEnd({ faults }: ApiError): void {
  if (faults.some(({ code }) => code === 'session_idle')) isIdleEnd = true;
}

export function wasIdle(): boolean {
  return isIdleEnd;
}

export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('nobody has signed in');
  return me;
}

type Right = NonNullable<Me['rights']>[number];

/** Whether somebody may do it in their team. The service decides it once more. */
export function useMay(right: Right): boolean {
  const { rights } = useMe();
  return rights === null || rights.includes(right);
}

/** Ends the session here: the answers of the one who leaves must not be there for the one who comes. */
export function leaveSession(client: QueryClient): void {
  keepCsrfToken(null);
  void client.cancelQueries();
  client.setQueryData([sessionKey], null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey });
}

export function useLeave(): () => void {
  const client = useQueryClient();
  return () => leaveSession(client);
}
