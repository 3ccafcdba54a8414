import { lazy } from 'react';
import type { Page } from '../../page.ts';

const roles = ['maker'] as const;

export const makerPages: readonly Page[] = [
  {
    path: '/',
    roles,
    title: (text) => text.maker.now.title,
    group: 'work',
    key: 'd',
    component: lazy(() => import('./now.tsx')),
  },
  {
    path: '/payouts',
    roles,
    title: (text) => text.maker.payouts.title,
    group: 'work',
    key: 'p',
    component: lazy(() => import('./payouts.tsx')),
  },
  {
    path: '/requisites',
    roles,
    title: (text) => text.maker.requisites.title,
    group: 'work',
    key: 'r',
    component: lazy(() => import('./requisites.tsx')),
  },
  {
    path: '/phones',
    roles,
    title: (text) => text.phones.title,
    group: 'work',
    key: 'o',
    component: lazy(() => import('./phones.tsx')),
  },
  {
    path: '/arrivals',
    roles,
    title: (text) => text.trade.arrivals,
    group: 'books',
    key: 'a',
    component: lazy(() => import('./arrivals.tsx')),
  },
  {
    path: '/history',
    roles,
    title: (text) => text.maker.history.title,
    group: 'books',
    key: 'h',
    component: lazy(() => import('./history.tsx')),
  },
];
