/** The maker's pages. */
export const maker = {};
