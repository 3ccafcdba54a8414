/** Everything that is said about one refusal. */
export interface Refusal {
  /** HTTP status; 400 where none is given. */
  readonly status?: number;
  /** Braces are filled from the details of the refusal: `new AppError('amount_too_small', { limit: '100.00' })`. */
  readonly message: string;
  /** Tells the caller what to do: for the reference, docs/errors.md and the SDKs. */
  readonly advice: string;
  /** The message as the console says it in Russian; `{1}` is the first figure of the English one. */
  readonly ru: string;
}
