import { useSyncExternalStore } from 'react';
import type { Operations } from './schema.ts';

type Operation = keyof Operations;

/**
 * Lists and reports may be read from a copy of the database that is a moment behind; the answer says as of when. People are told,
 * and what is behind is asked for again soon.
 */
const asOf = new Map<Operation, string>();
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** What an answer says of its age; null: it is current. */
export function noteAsOf(operation: Operation, instant: string | null): void {
  if ((asOf.get(operation) ?? null) === instant) return;
  if (instant === null) asOf.delete(operation);
  else asOf.set(operation, instant);
  for (const watcher of watchers) watcher();
}

/** Another page shows other things. */
export function forgetAsOf(): void {
  for (const operation of [...asOf.keys()]) noteAsOf(operation, null);
}

/** The oldest instant of what is on the screen; null: all of it is current. */
export function useAsOf(): string | null {
  return useSyncExternalStore(watch, () => [...asOf.values()].sort()[0] ?? null);
}

export function useIsBehind(operation: Operation): boolean {
  return useSyncExternalStore(watch, () => asOf.has(operation));
}
