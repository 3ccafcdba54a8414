import type { Page } from '../../routes.ts';

export const operatorPages: readonly Page[] = [];
