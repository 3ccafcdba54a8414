import { continueImport as continueAct, stopImport as stopAct } from '../../../settings/import-statement.ts';
import { ignored } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { exampleImport, ImportShape, importDTO, importInPath, importWithinReach } from './import-shape.ts';

const shared = {
  method: 'POST',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  params: { id: importInPath },
  body: ignored,
  response: ImportShape,
  refusals: ['import_state'],
} as const;

const stopped = { ...exampleImport, state: 'reading', isStopped: true, linesDone: 15, endedAt: null } as const;

export const stopImport = endpoint({
  ...shared,
  path: '/statement-imports/:id/stop',
  operationId: 'stopStatementImport',
  summary: 'Stop an import',
  description: 'After the lines that are in hand. What was taken stays taken.',
  example: { answer: stopped },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(stopAct, { id }, byOf(call, 'bank statement'));
    return importDTO(await importWithinReach(call, id));
  },
});

export const continueImport = endpoint({
  ...shared,
  refusals: ['import_state', 'bank_reading_spent'],
  path: '/statement-imports/:id/continue',
  operationId: 'continueStatementImport',
  summary: 'Continue an import that was stopped',
  example: { answer: { ...stopped, isStopped: false } },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(continueAct, { id }, byOf(call, 'bank statement'));
    return importDTO(await importWithinReach(call, id));
  },
});
