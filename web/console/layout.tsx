import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { forgetAsOf, useAsOf } from './api/behind.ts';
import { useIsLost, useLive } from './api/live.ts';
import { formatShortInstant } from './format.ts';
import { navigationGroups, type Page } from './page.ts';
import { pagesOf } from './routes.ts';
import { useMe } from './session.tsx';
import { useShortcut } from './shortcuts.ts';
import { useLocale, useText } from './text/locale.tsx';
import { HelpSheet } from './ui/help-sheet.tsx';
import { Icon } from './ui/icon.tsx';
import { NewDevices } from './ui/new-devices.tsx';
import { Palette } from './ui/palette.tsx';
import { UserMenu } from './ui/user-menu.tsx';
import { ZoneButton } from './ui/zone.tsx';

/** The frame of every page: navigation by role, search, who is signed in. */
export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const text = useText();
  const { locale } = useLocale();
  const { mode, tokensEndSoon } = useMe();
  useLive();
  const isLost = useIsLost();
  const asOf = useAsOf();
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page that is opened.
  useEffect(forgetAsOf, [location]);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcut('/', text.shell.search, () => setPaletteOpen(true));
  useShortcut('?', text.shell.shortcuts, () => setHelpOpen(true));
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {text.shell.skip}
      </a>
      <aside className="side">
        <Brand />
        <Navigation />
      </aside>
      <header className="top">
        <NavigationDrawer />
        <button type="button" className="search-button" onClick={() => setPaletteOpen(true)}>
          <Icon name="search" />
          <span>{text.shell.search}</span>
          <kbd>/</kbd>
        </button>
        {mode === 'sandbox' && (
          <span className="mode" title={text.shell.sandboxHint}>
            {text.shell.sandbox}
          </span>
        )}
        {tokensEndSoon > 0 && (
          <Link href="/account" className="mode">
            {text.account.tokens.endingSoon(tokensEndSoon)}
          </Link>
        )}
        <span role="status" className="muted">
          {asOf !== null && (
            <span title={text.shell.behindHint}>{text.shell.behind(formatShortInstant(locale, asOf, Date.now()))}</span>
          )}
          {isLost && <span title={text.shell.notLiveHint}>{text.shell.notLive}</span>}
        </span>
        <span className="spacer" />
        <ZoneButton />
        <button
          type="button"
          className="button ghost icon-only"
          aria-label={text.shell.shortcuts}
          onClick={() => setHelpOpen(true)}
        >
          <Icon name="keyboard" />
        </button>
        <UserMenu />
      </header>
      <main id="content" className="content" tabIndex={-1}>
        <NewDevices />
        {children}
      </main>
      <Palette isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} />
      <HelpSheet isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
    </div>
  );
}

function Brand(): ReactNode {
  return (
    <Link href="/" className="brand">
      <Icon name="mark" />
      <span>Quittance</span>
    </Link>
  );
}

function Navigation({ onChoose }: { readonly onChoose?: () => void }): ReactNode {
  const text = useText();
  const me = useMe();
  const pages = pagesOf(me);
  return (
    <nav aria-label={text.shell.navigation} className="navigation">
      {navigationGroups.map((group) => {
        // Where somebody starts comes first.
        const own = pages
          .filter((page) => page.group === group)
          .sort((left, right) => Number(right.path === '/') - Number(left.path === '/'));
        if (own.length === 0) return null;
        return (
          <div key={group} className="navigation-group">
            <h2>{text.shell.groups[group]}</h2>
            <ul>
              {own.map((page) => (
                <NavigationItem key={page.path} page={page} {...(onChoose === undefined ? {} : { onChoose })} />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function NavigationItem({ page, onChoose }: { readonly page: Page; readonly onChoose?: () => void }): ReactNode {
  const text = useText();
  const [location, navigate] = useLocation();
  const title = page.title(text);
  const isCurrent = page.path === '/' ? location === '/' : location.startsWith(page.path);
  useShortcut(
    `g ${page.key ?? ''}`,
    title,
    () => navigate(page.path),
    page.key !== undefined && onChoose === undefined,
  );
  return (
    <li>
      <Link href={page.path} aria-current={isCurrent ? 'page' : undefined} onClick={() => onChoose?.()}>
        {title}
      </Link>
    </li>
  );
}

/** The same navigation on a narrow screen. */
function NavigationDrawer(): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="button ghost icon-only drawer-button" aria-label={text.shell.navigation}>
        <Icon name="menu" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="drawer">
          <Dialog.Title className="visually-hidden">{text.shell.navigation}</Dialog.Title>
          <Brand />
          <Navigation onChoose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
