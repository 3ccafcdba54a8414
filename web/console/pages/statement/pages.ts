import { lazy } from 'react';
import type { Page } from '../../page.ts';

/** The own accounts of a maker or of a merchant's stores: the interface decides which. */
export const statementPages: readonly Page[] = [
  {
    path: '/statement',
    roles: ['maker', 'merchant'],
    title: (text) => text.statement.title,
    group: 'books',
    key: 's',
    component: lazy(() => import('./statement.tsx')),
  },
];
