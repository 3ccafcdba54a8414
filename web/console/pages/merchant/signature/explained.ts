import type { Explanation, SignedRequest } from './explain.ts';

/** A request, what is wrong with its signature, and what the service saw. */
export interface Explained {
  readonly request: SignedRequest;
  readonly explanation: Explanation;
  /** What the service said it expected, in the sandbox. */
  readonly seen: string;
}
