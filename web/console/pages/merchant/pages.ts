import { lazy } from 'react';
import type { Page } from '../../page.ts';

const roles = ['merchant'] as const;

export const merchantPages: readonly Page[] = [
  {
    path: '/',
    roles,
    title: (text) => text.merchant.sales.title,
    group: 'work',
    key: 'o',
    component: lazy(() => import('./sales.tsx')),
  },
  {
    path: '/withdrawals',
    roles,
    title: (text) => text.trade.withdrawals,
    group: 'work',
    key: 'w',
    component: lazy(() => import('./withdrawals.tsx')),
  },
  {
    path: '/keys',
    roles,
    title: (text) => text.merchant.keys.title,
    group: 'settings',
    key: 'k',
    component: lazy(() => import('./keys.tsx')),
  },
  {
    path: '/rules',
    roles,
    title: (text) => text.policy.page,
    group: 'settings',
    key: 'r',
    component: lazy(() => import('./rules.tsx')),
  },
  {
    path: '/team',
    roles,
    right: 'team',
    title: (text) => text.merchant.team.title,
    group: 'settings',
    key: 't',
    component: lazy(() => import('./team.tsx')),
  },
  {
    path: '/signature',
    roles,
    title: (text) => text.merchant.signature.title,
    group: 'settings',
    key: 'b',
    component: lazy(() => import('./signature/signature.tsx')),
  },
];
