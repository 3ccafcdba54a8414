import { readBalanceHistory } from './balance-history.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { readStoreSales } from './sales.ts';
import { readAudit, runAudit } from './self-audit.ts';
import { exportSettlement, readSettlementReport } from './settlement-report.ts';
import { exportStatement, listLedgerAccounts, readStatement } from './statements.ts';
import { readSystem } from './system.ts';

/** The books: what is in them, and whether they are right. */
export const booksEndpoints: readonly OperatorEndpoint[] = [
  listLedgerAccounts,
  readStatement,
  readBalanceHistory,
  exportStatement,
  readSettlementReport,
  exportSettlement,
  readStoreSales,
  readAudit,
  runAudit,
  readSystem,
];
