import type { OperatorEndpoint } from '../endpoint.ts';
import { createImport } from './create-import.ts';
import { listCsvMappings, removeCsvMapping, saveCsvMapping } from './csv-mappings.ts';
import { groupRequisites, ungroupRequisites } from './group-requisites.ts';
import { listBankAccounts } from './list-bank-accounts.ts';
import { listBankLines } from './list-bank-lines.ts';
import { listLineCandidates } from './list-candidates.ts';
import { getImport, listImports } from './list-imports.ts';
import { listUnbacked } from './list-unbacked.ts';
import { previewImport } from './preview-import.ts';
import { putPiece } from './put-piece.ts';
import { readAccountDays } from './read-account-days.ts';
import { startImport } from './start-import.ts';
import { continueImport, stopImport } from './switch-import.ts';
import { explainLine, explainUnbacked, linkLine } from './work-lines.ts';

export const statementEndpoints: readonly OperatorEndpoint[] = [
  createImport,
  putPiece,
  previewImport,
  startImport,
  stopImport,
  continueImport,
  listImports,
  getImport,
  listBankAccounts,
  groupRequisites,
  ungroupRequisites,
  readAccountDays,
  listBankLines,
  listUnbacked,
  listLineCandidates,
  linkLine,
  explainLine,
  explainUnbacked,
  listCsvMappings,
  saveCsvMapping,
  removeCsvMapping,
];
