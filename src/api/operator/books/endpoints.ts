import type { OperatorEndpoint } from '../endpoint.ts';
import { exportMonthStatement } from './export-month-statement.ts';
import { exportSettlement } from './export-settlement.ts';
import { exportStatement } from './export-statement.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listLedgerAccounts } from './list-ledger-accounts.ts';
import { liftMoneyStop } from './money-stop.ts';
import { printMonthStatement } from './print-month-statement.ts';
import { proveLedgerAccount } from './prove-ledger-account.ts';
import { readAudit } from './read-audit.ts';
import { readBalanceHistory } from './read-balance-history.ts';
import { readIncome } from './read-income.ts';
import { readOpening } from './read-opening.ts';
import { readOverview } from './read-overview.ts';
import { readSales } from './read-sales.ts';
import { readSettlementReport } from './read-settlement-report.ts';
import { readStatement } from './read-statement.ts';
import { readSystem } from './read-system.ts';
import { runAudit } from './run-audit.ts';

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
