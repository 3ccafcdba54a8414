import { lazy } from 'react';
import type { Page } from '../../page.ts';

export const accountPages: readonly Page[] = [
  {
    path: '/account',
    roles: ['operator', 'maker', 'merchant'],
    title: (text) => text.account.title,
    component: lazy(() => import('./account.tsx')),
  },
  {
    path: '/account/notifications',
    roles: ['operator', 'maker', 'merchant'],
    title: (text) => text.told.title,
    component: lazy(() => import('./told.tsx')),
  },
];
