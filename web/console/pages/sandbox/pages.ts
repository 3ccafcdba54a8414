import { lazy } from 'react';
import type { Page } from '../../page.ts';

export const sandboxPages: readonly Page[] = [
  {
    path: '/sandbox',
    roles: ['operator', 'merchant'],
    isSandboxOnly: true,
    title: (text) => text.sandbox.title,
    group: 'settings',
    key: 'x',
    component: lazy(() => import('./sandbox.tsx')),
  },
];
