import type { Page } from '../../routes.ts';

export const merchantPages: readonly Page[] = [];
