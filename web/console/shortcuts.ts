import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** Keys that work anywhere but in a field or a dialog. A sequence is written with a blank: `g q` is g, then q. */
interface Shortcut {
  readonly keys: string;
  readonly label: string;
}

interface Registered extends Shortcut {
  readonly run: () => void;
}

const registered = new Map<symbol, Registered>();
const listeners = new Set<() => void>();
let list: readonly Shortcut[] = [];

const sequenceMaxMs = 1_200;
let begun: { readonly key: string; readonly atMs: number } | null = null;

/** From the moment on in which what they are for is on the screen: a busy browser runs other effects later. */
export function useShortcut(keys: string, label: string, run: () => void, isEnabled = true): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    if (!isEnabled) return;
    const id = Symbol(keys);
    registered.set(id, { keys, label, run: () => latest.current() });
    changed();
    return () => {
      registered.delete(id);
      changed();
    };
  }, [keys, label, isEnabled]);
}

/** What works on the page that is open, for the help sheet. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => list,
  );
}

function changed(): void {
  list = [...registered.values()].map(({ keys, label }) => ({ keys, label }));
  for (const listener of listeners) listener();
}

window.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  // By our own classes: a toast calls itself a dialog, and must not switch the keys off.
  if (document.querySelector('.dialog, .drawer, .menu') !== null) return;
  const atMs = performance.now();
  const before = begun !== null && atMs - begun.atMs < sequenceMaxMs ? `${begun.key} ` : '';
  const keys = keysOf(event);
  const found = first(keys, (key) => find(`${before}${key}`)) ?? first(keys, find);
  begun = found === undefined ? { key: keys.at(-1) ?? event.key, atMs } : null;
  if (found === undefined) return;
  event.preventDefault();
  found.run();
});

/**
 * What a key means: what is printed on it where that is a Latin letter, on whichever layout; else its place on the keyboard,
 * because on a Russian one the key of `j` types `о`, and the key of `/` a full stop.
 */
function keysOf({ key, code, shiftKey }: KeyboardEvent): readonly string[] {
  if (/^[a-z]$/i.test(key)) return [key];
  if (code === 'Slash') return [key, shiftKey ? '?' : '/'];
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter === undefined ? [key] : [key, letter.toLowerCase()];
}

function first<Value, Found>(values: readonly Value[], look: (value: Value) => Found | undefined): Found | undefined {
  for (const value of values) {
    const found = look(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The one registered last: what a page says wins over what the frame around it says. */
function find(keys: string): Registered | undefined {
  return [...registered.values()].findLast((one) => one.keys === keys);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
