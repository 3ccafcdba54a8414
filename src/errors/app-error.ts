import { type ErrorCode, errorCatalogue, statusOf } from './catalogue.ts';

export type { ErrorCode };

export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
}

/** What fills the braces of a message, and `field`, the request parameter at fault. */
export type FaultDetails = Readonly<Record<string, string | number>> & { readonly field?: string };

export function fault(code: ErrorCode, details: FaultDetails = {}): Fault {
  const message = errorCatalogue[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
  return details.field === undefined ? { code, message } : { code, message, field: details.field };
}

/** The one error class: a refusal with a code. Anything else thrown is a fault of ours and answered 500. */
export class AppError extends Error {
  readonly faults: readonly [Fault, ...Fault[]];
  /** What a sandbox adds for people who write an integration; it goes into a header, never into the body. */
  readonly hint: string | null;
  /** From when on it may be tried again, in milliseconds since 1970; null: it does not say. */
  readonly retryAt: number | null;
  /** After how many seconds; null: it does not say. */
  readonly retryAfterSeconds: number | null;
  /** What its message was made from. */
  readonly details: FaultDetails;
  override readonly name = 'AppError';

  constructor(code: ErrorCode, details?: FaultDetails);
  constructor(faults: readonly [Fault, ...Fault[]], more?: { readonly hint: string });
  constructor(codeOrFaults: ErrorCode | readonly [Fault, ...Fault[]], more?: FaultDetails | { readonly hint: string }) {
    const isCode = typeof codeOrFaults === 'string';
    const details: FaultDetails = isCode ? ((more ?? {}) as FaultDetails) : {};
    const faults = isCode ? ([fault(codeOrFaults, more)] as const) : codeOrFaults;
    super(faults[0].message);
    this.faults = faults;
    this.details = details;
    this.retryAt = typeof details['retryAt'] === 'number' ? details['retryAt'] : null;
    this.retryAfterSeconds = typeof details['seconds'] === 'number' ? details['seconds'] : null;
    this.hint = isCode || more?.['hint'] === undefined ? null : String(more['hint']);
  }

  get code(): ErrorCode {
    return this.faults[0].code;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** Throws one refusal that names all faults, when there are any. */
export function refuseIfAny(faults: readonly Fault[]): void {
  const [first, ...rest] = faults;
  if (first !== undefined) throw new AppError([first, ...rest]);
}
