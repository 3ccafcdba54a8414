/**
 * Every invoice of a run has a serial number, and from it an amount that no other serial has: then no two deals meet on
 * one requisite with one amount, no matter how the requisite is chosen. The amounts lie between 100.00 and 1,000,000.00 and jump
 * about as real ones do, because the step has no divisor in common with their number.
 *
 * The same formula stands in fill.ts and in the scripts under pgbench/.
 */
export const amountMin = 10_000;
export const amountCount = 99_990_001;
export const amountStep = 61_803_399;

/** Where runs start to count; serials below belong to the invoices a database is filled with. */
const firstSerial = 10_000_000;

/** In minor units. Exact as long as the product stays below 2^53: serials up to 145 million. */
export function amountOf(serial: number): number {
  return amountMin + ((serial * amountStep) % amountCount);
}

/** Hands out serials of one database, each once. */
export class Serials {
  #next = firstSerial;

  /** The first of `count` serials. */
  take(count: number): number {
    const first = this.#next;
    this.#next += count;
    if (this.#next > amountCount) throw new Error('this run needs more amounts than there are');
    return first;
  }
}
