import { listImports as listImportRows } from '../../../storage/reads/bank-statement-reads.ts';
import { integerQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { exampleImport, ImportShape, importDTO, importInPath, importWithinReach } from './import-shape.ts';

const shared = { method: 'GET', tag: 'Bank statements', roles: ['operator', 'maker'], scope: 'read' } as const;

export const listImports = endpoint({
  ...shared,
  path: '/statement-imports',
  operationId: 'listStatementImports',
  summary: "List banks' files",
  description: 'Newest first. A maker sees those that makers brought in for own accounts.',
  query: { accountId: integerQuery('Of one bank account'), ...pageQuery },
  response: page(ImportShape),
  refusals: [],
  example: { answer: { items: [exampleImport], next: null } },
  async handle({ context, query, actor }) {
    const isMaker = actor.role === 'maker';
    const filter = { accountId: query.accountId, makerId: isMaker ? (actor.makerId ?? 0) : null };
    const found = await listImportRows(context.pool, { ...filter, isMakers: isMaker }, query);
    return pageDTO(found, importDTO);
  },
});

export const getImport = endpoint({
  ...shared,
  path: '/statement-imports/:id',
  operationId: 'getStatementImport',
  summary: "See a bank's file, and how far it is",
  keepsNobodyAwake: true,
  params: { id: importInPath },
  response: ImportShape,
  refusals: [],
  example: { answer: exampleImport },
  async handle(call) {
    return importDTO(await importWithinReach(call, call.params.id));
  },
});
