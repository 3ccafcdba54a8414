import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { pagesOf } from '../routes.ts';
import { useMe } from '../session.tsx';
import { useText } from '../text/locale.tsx';
import { Dialog } from './dialog.tsx';

interface Hit {
  readonly key: string;
  readonly href: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
}

/** One field that finds pages by name, and for operators anything by its number. Arrows choose, Enter opens. */
export function Palette({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const text = useText();
  if (!isOpen) return null;
  return (
    <Dialog title={text.shell.search} onClose={() => onOpenChange(false)}>
      <PaletteBody onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PaletteBody({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const listId = useId();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const hits = usePageHits(typed.trim());
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    navigate(hit.href);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') open(hits[chosen]);
    else if (event.key === 'ArrowDown') setChosen(Math.min(hits.length - 1, chosen + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else return;
    event.preventDefault();
  };
  return (
    <div className="dialog-body palette">
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={hits.length === 0 ? undefined : `${listId}-${chosen}`}
        aria-label={text.shell.search}
        placeholder={text.shell.searchHint}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={text.shell.search} className="hits">
        {hits.map((hit, index) => (
          <button
            type="button"
            key={hit.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            onClick={() => open(hit)}
          >
            <span>{hit.title}</span>
            <span className="muted">{hit.note}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function usePageHits(typed: string): readonly Hit[] {
  const text = useText();
  const { role } = useMe();
  return pagesOf(role)
    .filter(({ path, title }) => !path.includes(':') && title(text).toLowerCase().includes(typed.toLowerCase()))
    .map((page) => ({ key: page.path, href: page.path, title: page.title(text), note: text.shell.page }));
}
