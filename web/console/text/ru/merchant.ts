import type { Dictionary } from '../en/dictionary.ts';

export const merchant: Dictionary['merchant'] = {};
