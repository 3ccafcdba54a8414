import type { Dictionary } from '../en/dictionary.ts';

export const operator: Dictionary['operator'] = {};
