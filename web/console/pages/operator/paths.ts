/** Where the work is. */
export const queuePath = '/work';
