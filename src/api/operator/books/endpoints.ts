import type { OperatorEndpoint } from '../endpoint.ts';
import { readAudit, runAudit } from './audit.ts';
import { listAuditLog } from './audit-log.ts';
import { readBalanceHistory } from './balance-history.ts';
import { readIncome } from './income.ts';
import { listLedgerAccounts, proveLedgerAccount } from './ledger-accounts.ts';
import { liftMoneyStop } from './money-stop.ts';
import { exportMonthStatement, printMonthStatement } from './month-statements.ts';
import { readOpening } from './opening.ts';
import { readOverview } from './overview.ts';
import { readSales } from './sales.ts';
import { exportSettlement, readSettlementReport } from './settlement-report.ts';
import { exportStatement, readStatement } from './statements.ts';
import { readSystem } from './system.ts';

/** The books: what is in them, and whether they are right. */
export const bookEndpoints: readonly OperatorEndpoint[] = [
  listLedgerAccounts,
  readStatement,
  exportStatement,
  exportMonthStatement,
  printMonthStatement,
  proveLedgerAccount,
  readBalanceHistory,
  readSettlementReport,
  exportSettlement,
  readIncome,
  readSales,
  readAudit,
  runAudit,
  liftMoneyStop,
  readSystem,
  readOpening,
  readOverview,
  listAuditLog,
];
