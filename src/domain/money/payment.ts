/** The directions, and a way to pay as somebody names it. Which ways and banks there are is data: see the catalogue. */
export const directions = { in: 'in', out: 'out' } as const;
export type Direction = keyof typeof directions;

/** The bank code that stands for "whichever bank it is". */
export const unknownBank = 'unknown';

/** A way to pay as somebody named it; null leaves it open. */
export interface Variant {
  readonly option: string | null;
  readonly bank: string | null;
}
