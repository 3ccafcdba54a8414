import { lazy } from 'react';
import type { Page } from '../../page.ts';

export const bankPages: readonly Page[] = [
  {
    path: '/bank',
    roles: ['operator', 'maker'],
    title: (text) => text.bank.title,
    group: 'books',
    key: 'f',
    component: lazy(() => import('./bank.tsx')),
  },
];
