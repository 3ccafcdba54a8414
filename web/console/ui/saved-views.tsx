import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAct, useRead } from '../api/queries.ts';
import { useText } from '../text/locale.tsx';
import { ActForm, field } from './act-form.tsx';
import { Icon } from './icon.tsx';
import { useTellFaults } from './tell-faults.ts';
import { tell } from './toast.tsx';

/** Filters, order and columns of a list under names of one's own. Which page of the list was open is not part of it. */
export function SavedViews(): ReactNode {
  const text = useText();
  const [page, navigate] = useLocation();
  const search = useSearch();
  const [isSaving, setSaving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const views = useRead('listOwnViews', {}, { isEnabled: isOpen || isSaving });
  const tellFaults = useTellFaults();
  const remove = useAct('removeView');
  const own = (views.data?.items ?? []).filter((view) => view.page === page);
  const query = viewOf(search);
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setOpen}>
        <Menu.Trigger className="button ghost icon-only" aria-label={text.views.title} title={text.views.title}>
          <Icon name="bookmark" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="end" className="positioner">
            <Menu.Popup className="menu">
              {own.length === 0 && <p className="menu-note">{text.views.none}</p>}
              {own.map((view) => (
                <div key={view.id} className="menu-pair">
                  <Menu.Item
                    className="menu-item"
                    onClick={() => navigate(view.query === '' ? page : `${page}?${view.query}`)}
                  >
                    <span className="menu-check">{view.query === query && <Icon name="check" />}</span>
                    {view.name}
                  </Menu.Item>
                  <Menu.Item
                    className="menu-item"
                    aria-label={text.views.remove(view.name)}
                    onClick={() =>
                      remove.mutate(
                        { path: { id: view.id } },
                        { onSuccess: () => tell(text.views.removed), onError: tellFaults },
                      )
                    }
                  >
                    <Icon name="close" />
                  </Menu.Item>
                </div>
              ))}
              <Menu.Separator className="menu-line" />
              <Menu.Item className="menu-item" onClick={() => setSaving(true)}>
                {text.views.save}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isSaving && (
        <ActForm
          operation="saveView"
          words={text.views.saveThis}
          fields={{
            page: field.fixed(page),
            query: field.fixed(query),
            name: field.text(text.fields.name, { hint: text.views.saveHint, maxLength: 60 }),
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

/** What of an address is the view: all but the place in the pages. */
function viewOf(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...parameters.keys()]) if (name === 'after' || name.endsWith('-after')) parameters.delete(name);
  return parameters.toString();
}
