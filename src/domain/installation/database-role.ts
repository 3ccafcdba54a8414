/** The database role of a service: who it is, and what it could do to the books that it should not be able to do. */
export interface RoleReport {
  readonly role: string;
  /** In words that go on from "it …". None: the books are guarded from it. */
  readonly faults: readonly string[];
}

/** Null where there is nothing to say. */
export function roleWarning({ role, faults }: RoleReport): string | null {
  if (faults.length === 0) return null;
  return (
    `The database role "${role}" of the service could rewrite the books: it ${faults.join('; it ')}. ` +
    'Give the service a role for work alone: docs/production.md, "Two database roles".'
  );
}
