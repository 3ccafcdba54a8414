import { Type } from 'typebox';
import { loadMessageTemplates as loadMessageTemplatesAct } from '../../../settings/message-templates.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, nullable, ReasonBody, words } from '../fields.ts';

export const loadMessageTemplates = endpoint({
  method: 'POST',
  path: '/message-templates/load',
  operationId: 'loadMessageTemplates',
  summary: 'Load the templates that come with the service',
  description:
    'Adds those that are not there yet, switched off. What is there stays as it is, so it can be loaded again.',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'settings',
  body: json(ReasonBody),
  response: Type.Object({
    added: Type.Array(
      Type.Object({ id: figure('Template ID'), key: nullable(Type.String(), 'Its key'), name: words('For people') }),
      { description: 'What was not there' },
    ),
    present: figure('How many were there already'),
    unknownBanks: Type.Array(Type.String(), {
      description: 'Banks, as `RUB/vtb`, whose templates were left out because the catalogue does not have them',
    }),
  }),
  refusals: ['catalogue_malformed', 'too_many_templates'],
  example: {
    body: { reason: 'Opening for business' },
    answer: { added: [{ id: 1, key: 'sber-transfer', name: 'Сбер: перевод' }], present: 0, unknownBanks: [] },
  },
  async handle(call) {
    return await call.context.settings.run(loadMessageTemplatesAct, { data: null }, byOf(call, call.body.reason));
  },
});
