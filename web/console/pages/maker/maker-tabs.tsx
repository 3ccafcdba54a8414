import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../text/locale.tsx';

/** On a phone the four pages of the day are where a thumb reaches them. */
export function MakerTabs(): ReactNode {
  const { maker, phones } = useText();
  const [here] = useLocation();
  const tabs = [
    ['/', maker.now.title],
    ['/payouts', maker.payouts.title],
    ['/requisites', maker.requisites.title],
    ['/phones', phones.title],
  ] as const;
  return (
    <nav className="maker-tabs" aria-label={maker.now.pages}>
      {tabs.map(([path, title]) => (
        <Link key={path} href={path} {...(here === path ? { 'aria-current': 'page' as const } : {})}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
