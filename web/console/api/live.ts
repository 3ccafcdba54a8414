import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useIsBehind } from './behind.ts';
import type { Operation } from './client.ts';
import { LiveStream, type StreamState } from './live-stream.ts';
import { isUntold } from './live-topics.ts';
import { Renewal } from './renewal.ts';

/**
 * How what is on the screen stays current: the service says what has changed, and that is asked for again. What nobody could say,
 * because there was no stream or a process died with the word on its lips, is found by asking seldom.
 */
const askedAgainMs = { whileOpen: 60_000, otherwise: 15_000, untold: 10_000, behind: 3_000 } as const;

let state: StreamState = 'closed';
const watchers = new Set<() => void>();

function setState(next: StreamState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether somebody should know that news come late. */
export function useIsLost(): boolean {
  return useSyncExternalStore(watch, () => state === 'lost');
}

/** How often to ask, beside what the service says. */
export function useAskedAgainMs(operation: Operation): number {
  const isOpen = useSyncExternalStore(watch, () => state === 'open');
  if (useIsBehind(operation)) return askedAgainMs.behind;
  if (isUntold(operation)) return askedAgainMs.untold;
  return isOpen ? askedAgainMs.whileOpen : askedAgainMs.otherwise;
}

let heardWhileHidden = 0;
const turns = new Set<() => void>();

function hearWhileHidden(by: 1 | -1): void {
  heardWhileHidden += by;
  // Else nothing is asked by itself behind other windows, and what got no answer is not asked again.
  focusManager.setFocused(heardWhileHidden > 0 ? true : undefined);
  for (const turn of turns) turn();
}

/** For a page that calls its person back: it goes on hearing behind other windows. */
export function useHeardWhileHidden(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    hearWhileHidden(1);
    return () => hearWhileHidden(-1);
  }, [isWanted]);
}

/**
 * Follows for as long as somebody is signed in and looks. Behind other windows the stream is closed, unless the page calls its
 * person back: a browser keeps six connections to a service that is not behind HTTP/2, and one person may have more windows than
 * that.
 */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const renewal = new Renewal(client);
    const stream = new LiveStream({
      changed: setState,
      heard: (topics) => renewal.hear(topics),
      missed: () => renewal.everything(),
    });
    const turn = () => {
      if (document.visibilityState === 'visible' || heardWhileHidden > 0) stream.open();
      else stream.close();
    };
    // Left open, the stream would keep the page out of the browser's memory for "back".
    const leave = () => stream.close();
    turn();
    turns.add(turn);
    document.addEventListener('visibilitychange', turn);
    for (const name of ['online', 'pageshow']) window.addEventListener(name, turn);
    window.addEventListener('pagehide', leave);
    return () => {
      turns.delete(turn);
      document.removeEventListener('visibilitychange', turn);
      for (const name of ['online', 'pageshow']) window.removeEventListener(name, turn);
      window.removeEventListener('pagehide', leave);
      stream.close();
    };
  }, [client]);
}
