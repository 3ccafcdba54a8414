/** A mistake that somebody might make, and the test that has to notice it. */
export interface Mutant {
  /** For the command line. */
  readonly name: string;
  /** What would go wrong. */
  readonly mistake: string;
  readonly file: string;
  /** Occurs exactly once in the file; a tidy test looks. */
  readonly text: string;
  readonly replacement: string;
  /** The name, or the part of it that tells it from the others of the file. */
  readonly test: { readonly file: string; readonly name: string };
}

export function placesOf({ text }: Pick<Mutant, 'text'>, content: string): number {
  return content.split(text).length - 1;
}
