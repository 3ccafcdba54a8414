import { Type } from 'typebox';
import { changeMessageTemplate as changeMessageTemplateAct } from '../../../settings/message-templates.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import {
  contentFields,
  contentOf,
  contentRefusals,
  exampleContent,
  exampleTemplate,
  exampleVersion,
  TemplateShape,
  templateDTO,
} from './template-shape.ts';

export const changeMessageTemplate = endpoint({
  method: 'POST',
  path: '/message-templates/:id/versions',
  operationId: 'changeMessageTemplate',
  summary: 'Add a version of a template',
  description: 'What it said stays, and the version that is on stays on until this one is switched on.',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'settings',
  params: { id: idInPath('Template ID') },
  body: json(Type.Object({ ...contentFields, reason: Reason })),
  response: TemplateShape,
  refusals: contentRefusals,
  example: {
    body: { ...exampleContent, reason: 'The bank has moved the time' },
    answer: { ...exampleTemplate, latest: { ...exampleVersion, version: 2 } },
  },
  async handle(call) {
    const input = { id: call.params.id, content: contentOf(call.body) };
    return templateDTO(await call.context.settings.run(changeMessageTemplateAct, input, byOf(call, call.body.reason)));
  },
});
