import { type ReactNode, Suspense, useEffect } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { Page } from './page.ts';
import { pagesOf } from './routes.ts';
import { useMe } from './session.tsx';
import { useText } from './text/locale.tsx';
import { Boundary } from './ui/boundary.tsx';
import { ButtonLink } from './ui/button.tsx';
import { EmptyState, Loading } from './ui/states.tsx';
import { ParametersContext } from './url-state.ts';

/** The page of this address for this role, or a note that there is none: the same for pages that do not exist and pages of other roles. */
export function PageView(): ReactNode {
  const text = useText();
  const me = useMe();
  const [location] = useLocation();
  const found = useFoundPage(pagesOf(me), location);
  const title = found?.page.title(text) ?? text.shell.notFound;
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  if (found === null) {
    return (
      <EmptyState title={text.shell.notFound} hint={text.shell.notFoundHint}>
        <ButtonLink href="/">{text.shell.toStart}</ButtonLink>
      </EmptyState>
    );
  }
  const { component: Component } = found.page;
  return (
    <Boundary key={location}>
      <Suspense fallback={<Loading />}>
        <ParametersContext value={found.parameters}>
          <Component />
        </ParametersContext>
      </Suspense>
    </Boundary>
  );
}

function useFoundPage(pages: readonly Page[], location: string) {
  const { parser } = useRouter();
  for (const page of pages) {
    const [isMatch, parameters] = matchRoute(parser, page.path, location);
    if (isMatch) return { page, parameters: parameters as Readonly<Record<string, string | undefined>> };
  }
  return null;
}
