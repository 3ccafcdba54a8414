/** Of every answer, unless its route says otherwise. */
export const safeHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;
