import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { Answer } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { pagesOf } from '../routes.ts';
import { useMe } from '../session.tsx';
import { useText } from '../text/locale.tsx';
import { Dialog } from './dialog.tsx';
import { Money, Status } from './values.tsx';

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
  const [isEntered, setEntered] = useState(false);
  const pageHits = usePageHits(typed.trim());
  const found = useFoundHits(typed.trim());
  const hits = [...found.hits, ...pageHits];
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    navigate(hit.href);
  };
  // What is shown was found for what stood there before: Enter means what is found for this.
  const enter = () => (found.isBehind && chosen === 0 ? setEntered(true) : open(hits[chosen]));
  useEffect(() => {
    if (!isEntered || found.isBehind) return;
    setEntered(false);
    open(hits[chosen]);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') enter();
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
          setEntered(false);
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

/** What operators find by its number or name, and whether that is not yet for what is typed. Nobody else calls it. */
function useFoundHits(typed: string): { readonly hits: readonly Hit[]; readonly isBehind: boolean } {
  const text = useText();
  const { role } = useMe();
  const q = useSettled(typed);
  const isEnabled = role === 'operator' && q.length >= 2;
  const found = useRead('search', { query: { q } }, { isEnabled, keepsPrevious: true });
  const isWanted = role === 'operator' && typed.length >= 2;
  const isBehind = isWanted && (q !== typed || found.isPlaceholderData || found.isPending);
  if (!isEnabled || !isWanted) return { hits: [], isBehind };
  const hits = (found.data?.items ?? []).map(({ kind, id, title, foundBy, status, sum }) => ({
    key: `${kind} ${id}`,
    href: hrefOf(kind, id),
    title: (
      <>
        {text.search.kinds[kind]} <strong>{title}</strong>{' '}
        {status !== null && <Status of={kind === 'arrival' ? 'arrival' : 'invoice'} value={status} />}
      </>
    ),
    note: sum === null ? text.search.foundBy[foundBy] : <Money value={sum} />,
  }));
  return { hits, isBehind };
}

function hrefOf(kind: Answer<'search'>['items'][number]['kind'], id: string): string {
  switch (kind) {
    case 'invoice':
      return `/invoices/${id}`;
    case 'arrival':
      return `/arrivals?id=${id}`;
    case 'withdrawal':
      return `/withdrawals?id=${id}`;
    case 'requisite':
      return `/requisites?id=${id}`;
    case 'maker':
      return `/makers/${id}`;
    case 'store':
      return `/stores/${id}`;
    case 'merchant':
      return `/stores?merchantId=${id}`;
  }
}

/** Waits until somebody stops typing: half a number need not be looked for. */
const settleMs = 180;

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

function usePageHits(typed: string): readonly Hit[] {
  const text = useText();
  const me = useMe();
  return pagesOf(me)
    .filter(({ path, title }) => !path.includes(':') && title(text).toLowerCase().includes(typed.toLowerCase()))
    .map((page) => ({ key: page.path, href: page.path, title: page.title(text), note: text.shell.page }));
}
