import { lazy } from 'react';
import type { Page } from '../../page.ts';

/** Operators see those of all stores, a merchant those of the own: the interface decides. */
const roles = ['operator', 'merchant'] as const;

export const notificationPages: readonly Page[] = [
  {
    path: '/notifications',
    roles,
    title: (text) => text.notifications.title,
    group: 'work',
    key: 'n',
    component: lazy(() => import('./notification-list.tsx')),
  },
  {
    path: '/notifications/:id',
    roles,
    title: (text) => text.notifications.one,
    component: lazy(() => import('./notification.tsx')),
  },
];
