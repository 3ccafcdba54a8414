/**
 * What a database is for. A sandbox has demo passwords, and pays invoices by itself; production has real money. The first
 * start decides, the database keeps it, and it never becomes the other one.
 */
export const modes = ['sandbox', 'production'] as const;
export type Mode = (typeof modes)[number];

/** What is known of a database that no start has written its mode to: it is new, or was made by an older release. */
interface UnmarkedDatabase {
  readonly hasDemoKeys: boolean;
  /** Merchants or users, made by anybody. */
  readonly hasPeople: boolean;
}

/** A sandbox has its demo keys from the first start on, and they are never removed. Null: it is empty, and may become either. */
export function modeOfData({ hasDemoKeys, hasPeople }: UnmarkedDatabase): Mode | null {
  if (hasDemoKeys) return 'sandbox';
  return hasPeople ? 'production' : null;
}

/** Why a database of the other mode is refused, and what to do. */
export function otherModeText(kept: Mode): string {
  if (kept === 'sandbox') {
    return (
      "The database is a sandbox's, and QUITTANCE_MODE says production. A sandbox never becomes production: everybody knows " +
      'its secrets. Production needs a database of its own: set DATABASE_URL or DATA_DIR to an empty one.'
    );
  }
  return (
    'The database is a production one, and QUITTANCE_MODE says sandbox, or says nothing, or is misspelt. A sandbox would ' +
    'pay its invoices without money. Set QUITTANCE_MODE=production; or, for a sandbox, DATABASE_URL or DATA_DIR to an empty ' +
    'place. A copy of production stays production: docs/operating.md, "Rehearse with a copy of production".'
  );
}
