import { lazy } from 'react';
import type { Page } from '../../routes.ts';

const roles = ['operator'] as const;

export const operatorPages: readonly Page[] = [
  {
    path: '/',
    roles,
    title: (text) => text.operator.queue.title,
    group: 'work',
    key: 'q',
    component: lazy(() => import('./queue.tsx')),
  },
];
