import type { Dictionary } from '../en/dictionary.ts';

export const maker: Dictionary['maker'] = {};
