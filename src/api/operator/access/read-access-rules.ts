import { findAccessRules } from '../../../storage/reads/people-reads.ts';
import { endpoint } from '../endpoint.ts';
import { exampleRules, RulesShape } from './access-rules-shape.ts';

export const readAccessRules = endpoint({
  method: 'GET',
  path: '/access-rules',
  operationId: 'readAccessRules',
  summary: 'Read the rules of access',
  description: 'In production operators need a second factor whatever the rules say.',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'read',
  response: RulesShape,
  refusals: [],
  example: { answer: exampleRules },
  async handle({ context }) {
    return await findAccessRules(context.pool);
  },
});
