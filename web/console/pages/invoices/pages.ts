import { lazy } from 'react';
import type { Page } from '../../page.ts';

/** Operators see all invoices, a merchant those of the own stores: the interface decides which. */
const roles = ['operator', 'merchant'] as const;

export const invoicePages: readonly Page[] = [
  {
    path: '/invoices',
    roles,
    title: (text) => text.trade.invoices,
    group: 'work',
    key: 'i',
    component: lazy(() => import('./invoice-list.tsx')),
  },
  {
    path: '/invoices/:id',
    roles,
    title: (text) => text.trade.invoice,
    component: lazy(() => import('./invoice.tsx')),
  },
];
