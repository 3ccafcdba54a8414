/** A law of the world does not hold. The run ends here; the seed and the history lead back to it. */
export class LawBroken extends Error {
  override readonly name = 'LawBroken';
  readonly law: string;
  readonly subject: string;
  readonly detail: string;

  constructor(law: string, subject: string, detail: string) {
    super(`${law}: ${subject}: ${detail}`);
    this.law = law;
    this.subject = subject;
    this.detail = detail;
  }
}

export function mustHold(holds: boolean, law: string, subject: string | number, detail: () => string): void {
  if (!holds) throw new LawBroken(law, String(subject), detail());
}
