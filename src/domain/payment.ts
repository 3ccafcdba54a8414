/** The directions and the four ways to pay. Banks are data (see the catalogue), these are code: rules depend on them. */
export const directions = { in: 'in', out: 'out' } as const;
export type Direction = keyof typeof directions;

export const paymentOptions = {
  SBP: 'SBP',
  TO_CARD: 'TO_CARD',
  TO_ACCOUNT: 'TO_ACCOUNT',
  CROSS_BORDER: 'CROSS_BORDER',
} as const;
export type PaymentOption = keyof typeof paymentOptions;

/** The bank code that stands for "whichever bank it is". */
export const unknownBank = 'unknown';

/** A way to pay as somebody named it; null leaves it open. */
export interface Variant {
  readonly option: string | null;
  readonly method: string | null;
}
