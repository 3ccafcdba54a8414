import { Type } from 'typebox';
import { templateLimits } from '../../../domain/messages/template-record.ts';
import { switchMessageTemplates as switchMessageTemplatesAct } from '../../../settings/message-templates.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { foundRowId, nullable, Reason } from '../fields.ts';
import { all } from '../paging.ts';
import { exampleTemplate, TemplateShape, templateDTO } from './template-shape.ts';

const Switches = Type.Object({
  switches: Type.Array(
    Type.Object({
      id: foundRowId('Template ID'),
      version: nullable(foundRowId('Version'), 'The version to read messages by; null: none'),
    }),
    { minItems: 1, maxItems: templateLimits.templates, description: 'Which, and how' },
  ),
  reason: Reason,
});

export const switchMessageTemplates = endpoint({
  method: 'POST',
  path: '/message-templates/switch',
  operationId: 'switchMessageTemplates',
  summary: 'Switch versions of templates on, or templates off',
  description:
    'What is on decides which messages may settle payins. So every test set has to hold, with all that would be on, and a second ' +
    'person has to approve; switching off is done at once.',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'settings',
  isForPeople: true,
  body: json(Switches),
  response: all(TemplateShape),
  refusals: ['second_person_needed', 'template_malformed', 'template_test_failed'],
  example: {
    body: { switches: [{ id: 4, version: 1 }], reason: 'Tried on the messages of a week' },
    answer: { items: [exampleTemplate] },
  },
  async handle(call) {
    const { switches, reason } = call.body;
    const after = await call.context.settings.run(switchMessageTemplatesAct, { switches }, byOf(call, reason));
    return { items: after.map(templateDTO) };
  },
});
