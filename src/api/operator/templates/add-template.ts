import { Type } from 'typebox';
import { addMessageTemplate as addMessageTemplateAct } from '../../../settings/message-templates.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import {
  contentFields,
  contentOf,
  contentRefusals,
  exampleContent,
  exampleTemplate,
  TemplateShape,
  templateDTO,
} from './template-shape.ts';

export const addMessageTemplate = endpoint({
  method: 'POST',
  path: '/message-templates',
  operationId: 'addMessageTemplate',
  summary: "Add a template of banks' messages",
  description: 'It is off until it is switched on.',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'settings',
  body: json(Type.Object({ ...contentFields, reason: Reason })),
  response: TemplateShape,
  refusals: contentRefusals,
  example: {
    body: { ...exampleContent, reason: 'A bank writes in a new way' },
    answer: { ...exampleTemplate, versionOn: null },
  },
  async handle(call) {
    const input = contentOf(call.body);
    return templateDTO(await call.context.settings.run(addMessageTemplateAct, input, byOf(call, call.body.reason)));
  },
});
