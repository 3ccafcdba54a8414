import { endpoint } from '../endpoint.ts';
import { AuditState, auditDTO, exampleAudit } from './audit-state.ts';

/** It changes no balance, and a second check does no harm: so it takes no Idempotency-Key. */
export const runAudit = endpoint({
  method: 'POST',
  path: '/audit',
  operationId: 'runAudit',
  summary: 'Check the books now',
  description: 'Answers when all laws were checked. When they hold again, money going out is open at once.',
  tag: 'Books',
  roles: ['operator'],
  scope: 'money',
  response: AuditState,
  refusals: [],
  example: { answer: exampleAudit },
  async handle({ context }) {
    return auditDTO(context, await context.selfAudit.run());
  },
});
