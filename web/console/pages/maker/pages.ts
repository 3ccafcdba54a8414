import type { Page } from '../../routes.ts';

export const makerPages: readonly Page[] = [];
