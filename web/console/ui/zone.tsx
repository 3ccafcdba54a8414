import { type ReactNode, useState } from 'react';
import { offsetText } from '../calendar.ts';
import { useLocale } from '../text/locale.tsx';
import { browserZone, chooseZone, chosenZone } from '../zone.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { SelectField } from './field.tsx';
import { FormValues } from './form.ts';

/** In which zone all times on the page are; it opens the choice. */
export function ZoneButton(): ReactNode {
  const { text, zone } = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button ghost zone-button" title={zone} onClick={() => setOpen(true)}>
        <span className="visually-hidden">{text.zone.title}: </span>
        {offsetText(Date.now(), zone)}
      </button>
      {isOpen && <ZoneDialog onClose={() => setOpen(false)} />}
    </>
  );
}

export function ZoneDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { text } = useLocale();
  const now = Date.now();
  const named = (zone: string) => `${zone.replaceAll('_', ' ')} (${offsetText(now, zone)})`;
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return (
    <Dialog title={text.zone.title} onClose={onClose}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const zone = new FormValues(event.currentTarget).text('zone');
          chooseZone(zone === '' ? null : zone);
          onClose();
        }}
      >
        <div className="dialog-body">
          <SelectField
            name="zone"
            label={text.zone.title}
            hint={text.zone.hint}
            defaultValue={chosenZone() ?? ''}
            options={[
              ['', text.zone.browser(named(browserZone()))],
              ...zones.map((zone) => [zone, named(zone)] as const),
            ]}
          />
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>{text.shell.cancel}</Button>
          <Button type="submit" tone="primary">
            {text.zone.submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
