import type { OperatorEndpoint } from '../endpoint.ts';
import { groupRequisites, listBankAccounts, readAccountDays, ungroupRequisites } from './bank-accounts.ts';
import {
  explainLine,
  explainUnbacked,
  linkLine,
  listBankLines,
  listLineCandidates,
  listUnbacked,
} from './bank-lines.ts';
import { listCsvMappings, removeCsvMapping, saveCsvMapping } from './csv-mappings.ts';
import { continueImport, createImport, getImport, listImports, putPiece, startImport, stopImport } from './imports.ts';
import { previewImport } from './preview-import.ts';

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
