/** The merchant's pages. */
export const merchant = {};
