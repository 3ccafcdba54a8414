/** The operator's pages. */
export const operator = {};
