/**
 * Words for codes that the service sends: acts of the audit log, and laws of the books. In English an act reads as its code
 * and a law as its name, so only other languages have entries.
 */
export const codes: {
  readonly acts: Readonly<Record<string, string>>;
  readonly laws: Readonly<Record<string, string>>;
} = { acts: {}, laws: {} };
