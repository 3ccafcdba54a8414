/** Where something may go wrong: between any two steps of a batch, on either side of the commit. */
export const faultPoints = ['load', 'loaded', 'store', 'commit', 'committed'] as const;
export type FaultPoint = (typeof faultPoints)[number];
