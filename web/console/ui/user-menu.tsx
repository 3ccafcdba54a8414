import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { offsetText } from '../calendar.ts';
import { useMe } from '../session.tsx';
import { chooseLocale, locales, useLocale } from '../text/locale.tsx';
import { chooseTheme, themes, useTheme } from '../theme.ts';
import { Icon } from './icon.tsx';
import { useSignOut } from './sign-out.ts';
import { ZoneDialog } from './zone.tsx';

export function UserMenu(): ReactNode {
  const { text, locale, zone } = useLocale();
  const me = useMe();
  const theme = useTheme();
  const [, navigate] = useLocation();
  const { signOut } = useSignOut('signOut');
  const [isZoneOpen, setZoneOpen] = useState(false);
  return (
    <>
      {isZoneOpen && <ZoneDialog onClose={() => setZoneOpen(false)} />}
      <Menu.Root>
        <Menu.Trigger className="button ghost" aria-label={me.login}>
          <Icon name="user" />
          <span className="user-name">{me.login}</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="end" className="positioner">
            <Menu.Popup className="menu">
              <p className="menu-note">{text.roles[me.role]}</p>
              <Menu.Item className="menu-item" onClick={() => navigate('/account')}>
                {text.account.title}
              </Menu.Item>
              <Menu.Item className="menu-item" onClick={() => navigate('/account/notifications')}>
                {text.told.title}
              </Menu.Item>
              <Menu.Item className="menu-item" onClick={() => setZoneOpen(true)}>
                {text.zone.title}: {offsetText(Date.now(), zone)}
              </Menu.Item>
              <Menu.Separator className="menu-line" />
              <Menu.RadioGroup value={theme} onValueChange={chooseTheme}>
                {themes.map((one) => (
                  <Menu.RadioItem key={one} value={one} className="menu-item" closeOnClick={false}>
                    <Menu.RadioItemIndicator className="menu-check" keepMounted>
                      <Icon name="check" />
                    </Menu.RadioItemIndicator>
                    {text.themes[one]}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className="menu-line" />
              <Menu.RadioGroup value={locale} onValueChange={chooseLocale}>
                {Object.entries(locales).map(([code, name]) => (
                  <Menu.RadioItem key={code} value={code} className="menu-item" closeOnClick={false}>
                    <Menu.RadioItemIndicator className="menu-check" keepMounted>
                      <Icon name="check" />
                    </Menu.RadioItemIndicator>
                    {name}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className="menu-line" />
              <Menu.Item className="menu-item" onClick={signOut}>
                {text.account.signOut}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}
