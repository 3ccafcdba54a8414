import { errorCatalogue } from './errors-catalogue.ts';

export type ErrorCode = keyof typeof errorCatalogue;

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
  override readonly name = 'AppError';

  constructor(code: ErrorCode, details?: FaultDetails);
  constructor(faults: readonly [Fault, ...Fault[]]);
  constructor(codeOrFaults: ErrorCode | readonly [Fault, ...Fault[]], details?: FaultDetails) {
    const faults = typeof codeOrFaults === 'string' ? ([fault(codeOrFaults, details)] as const) : codeOrFaults;
    super(faults[0].message);
    this.faults = faults;
  }

  get code(): ErrorCode {
    return this.faults[0].code;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** Throws one refusal that names all faults, when there are any. */
export function refuseIfAny(faults: readonly Fault[]): void {
  const [first, ...rest] = faults;
  if (first !== undefined) throw new AppError([first, ...rest]);
}
