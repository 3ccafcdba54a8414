import type { Page } from './page.ts';
import { accountPages } from './pages/account/pages.ts';
import { bankPages } from './pages/bank/pages.ts';
import { invoicePages } from './pages/invoices/pages.ts';
import { makerPages } from './pages/maker/pages.ts';
import { merchantPages } from './pages/merchant/pages.ts';
import { notificationPages } from './pages/notifications/pages.ts';
import { operatorPages } from './pages/operator/pages.ts';
import { sandboxPages } from './pages/sandbox/pages.ts';
import { statementPages } from './pages/statement/pages.ts';
import type { Me } from './session.tsx';

const pages: readonly Page[] = [
  ...invoicePages,
  ...statementPages,
  ...operatorPages,
  ...bankPages,
  ...makerPages,
  ...merchantPages,
  ...notificationPages,
  ...sandboxPages,
  ...accountPages,
];

export function pagesOf({ role, rights: own, mode }: Pick<Me, 'role' | 'rights' | 'mode'>): readonly Page[] {
  return pages.filter(
    ({ roles, right, isSandboxOnly = false }) =>
      roles.includes(role) &&
      (right === undefined || own === null || own.includes(right)) &&
      (mode === 'sandbox' || !isSandboxOnly),
  );
}
