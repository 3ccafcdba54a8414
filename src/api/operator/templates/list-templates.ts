import { readTemplates } from '../../../storage/reads/message-template-reads.ts';
import { endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { exampleTemplate, TemplateShape, templateDTO } from './template-shape.ts';

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/message-templates',
  operationId: 'listMessageTemplates',
  summary: "Templates of banks' messages",
  description: 'All of them, each with its newest version and the one that reads messages now.',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'read',
  response: all(TemplateShape),
  refusals: [],
  example: { answer: { items: [exampleTemplate] } },
  async handle({ context }) {
    return { items: (await readTemplates(context.pool)).map(templateDTO) };
  },
});
