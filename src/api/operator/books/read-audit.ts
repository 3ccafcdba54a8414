import { endpoint } from '../endpoint.ts';
import { AuditState, auditDTO, exampleAudit } from './audit-state.ts';

export const readAudit = endpoint({
  method: 'GET',
  path: '/audit',
  operationId: 'readAudit',
  summary: 'What the last check of the books found',
  description: 'Each law with what breaks it, ten cases at most. While one is broken money going out is stopped.',
  tag: 'Books',
  roles: ['operator'],
  scope: 'read',
  response: AuditState,
  refusals: [],
  example: { answer: exampleAudit },
  async handle({ context }) {
    return auditDTO(context, context.selfAudit.last);
  },
});
