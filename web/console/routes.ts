import type { Page } from './page.ts';
import { accountPages } from './pages/account/pages.ts';
import { invoicePages } from './pages/invoices/pages.ts';
import { makerPages } from './pages/maker/pages.ts';
import { merchantPages } from './pages/merchant/pages.ts';
import { notificationPages } from './pages/notifications/pages.ts';
import { operatorPages } from './pages/operator/pages.ts';
import { statementPages } from './pages/statement/pages.ts';
import type { Role } from './session.tsx';

const pages: readonly Page[] = [
  ...invoicePages,
  ...statementPages,
  ...operatorPages,
  ...makerPages,
  ...merchantPages,
  ...notificationPages,
  ...accountPages,
];

export function pagesOf(role: Role): readonly Page[] {
  return pages.filter(({ roles }) => roles.includes(role));
}
