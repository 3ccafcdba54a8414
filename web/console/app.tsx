import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { ApiError, basePath } from './api/client.ts';
import { Layout } from './layout.tsx';
import { PageView } from './page-view.tsx';
import { leaveSession, noteEnd, SessionGate, sessionKey } from './session.tsx';
import { LocaleProvider } from './text/locale.tsx';
import { Toasts } from './ui/toast.tsx';

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // The session has ended: the user is asked to sign in, and old answers are dropped.
      const isSession = query.queryKey[0] === sessionKey;
      if (isSession || !(error instanceof ApiError) || error.status !== 401) return;
      noteEnd(error);
      leaveSession(queryClient);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A window that becomes visible opens the stream again, which loads everything once.
      refetchOnWindowFocus: false,
      // A refusal is an answer. Only what may have been lost on the way is asked again.
      retry: (failures, error) => error instanceof ApiError && !error.isDecided && failures < 2,
    },
    // Tried at once and told, line or no line: an act must not wait in silence and be done when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
});

export function App(): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <LocaleProvider>
          <Toasts>
            <Router base={`${basePath}/console`}>
              <SessionGate>
                <Layout>
                  <PageView />
                </Layout>
              </SessionGate>
            </Router>
          </Toasts>
        </LocaleProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
