/**
 * Changing the master key while the service works. Boxes carry the ID of the key that sealed them. One key is current: new boxes
 * are sealed with it, and the database refuses others. Processes open boxes with every key they were given.
 *
 *   MASTER_KEY is current            nothing to do but to re-seal what is left under former keys;
 *   MASTER_KEY was never seen here   it becomes current, as soon as every running process can open its boxes; until then
 *                                    this process goes on sealing with the current key;
 *   MASTER_KEY was retired           somebody has begun a rotation elsewhere, and this process follows.
 */
export interface KeysInUse {
  /** Null in a database where nobody has sealed anything. */
  readonly current: string | null;
  readonly retired: readonly RetiredKey[];
  /** The running ones but for the asking one. */
  readonly others: readonly ServiceProcess[];
}

interface RetiredKey {
  readonly id: string;
  readonly retiredAt: number;
  readonly resealedAt: number | null;
}

export interface ServiceProcess {
  readonly host: string;
  readonly sealingKey: string;
  readonly heldKeys: readonly string[];
}

/** What a process was started with. */
export interface OwnKeys {
  readonly configured: string;
  readonly held: readonly string[];
}

export type KeyStep =
  | { readonly kind: 'stay' }
  | { readonly kind: 'follow' }
  | { readonly kind: 'adopt'; readonly from: string | null }
  | { readonly kind: 'wait'; readonly lacking: readonly ServiceProcess[] };

/** `isAsked`: a person wants MASTER_KEY to be current, also when it was retired before. */
export function nextKeyStep(own: OwnKeys, inUse: KeysInUse, { isAsked }: { readonly isAsked: boolean }): KeyStep {
  const { current, retired, others } = inUse;
  if (current === own.configured) return { kind: 'stay' };
  const wasRetired = retired.some(({ id }) => id === own.configured);
  if (wasRetired && !isAsked && current !== null && own.held.includes(current)) return { kind: 'follow' };
  const lacking = others.filter(({ heldKeys }) => !heldKeys.includes(own.configured));
  return lacking.length > 0 ? { kind: 'wait', lacking } : { kind: 'adopt', from: current };
}

/** How many boxes there are under each key. */
export type BoxCounts = ReadonlyMap<string, number>;

/** A service that cannot open what is stored must not start. Null: it can. */
export function refusalOfKeys({ configured, held }: OwnKeys, boxes: BoxCounts): string | null {
  const strange = [...boxes].filter(([id]) => !held.includes(id));
  if (strange.length === 0) return null;
  const found = strange.map(([id, count]) => `${count} sealed with key ${id}`).join(', ');
  return (
    `MASTER_KEY does not fit this database: of its secrets, ${found}; MASTER_KEY is key ${configured}` +
    `${held.length > 1 ? ` and MASTER_KEY_PREVIOUS holds ${held.slice(1).join(', ')}` : ''}. Start with the key that was ` +
    'used before. To change it, give the new one as MASTER_KEY and the former one as MASTER_KEY_PREVIOUS: see ' +
    'docs/operating.md, "Change the master key".'
  );
}

/** What has to happen before the former keys may be thrown away; none: they may. */
export function reasonsToKeepKeys(
  inUse: KeysInUse,
  boxes: BoxCounts,
  { now, linksLiveMs }: { readonly now: number; readonly linksLiveMs: number },
): readonly string[] {
  const { current, retired, others } = inUse;
  const left = [...boxes].filter(([id]) => id !== current).reduce((sum, [, count]) => sum + count, 0);
  const stale = others.filter(({ sealingKey }) => sealingKey !== current);
  const lastAt = Math.max(0, ...retired.map(({ resealedAt, retiredAt }) => resealedAt ?? retiredAt));
  return [
    ...(left > 0 ? [`${left} boxes are still under a former key`] : []),
    ...stale.map(({ host }) => `a process on ${host} still has a former key as its MASTER_KEY`),
    ...(left === 0 && now < lastAt + linksLiveMs
      ? [`links to receipts made before the change work until ${new Date(lastAt + linksLiveMs).toISOString()}`]
      : []),
  ];
}
