import { Type } from 'typebox';
import { templateLimits } from '../../../domain/messages/template-record.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  addMessageTemplate as addMessageTemplateAct,
  changeMessageTemplate as changeMessageTemplateAct,
  loadMessageTemplates as loadMessageTemplatesAct,
  switchMessageTemplates as switchMessageTemplatesAct,
} from '../../../settings/messages/message-templates.ts';
import { readTemplates, readTemplateVersions } from '../../../storage/reads/messages/message-template-reads.ts';
import { idInPath } from '../../parameters.ts';
import { readsOf } from '../endpoint.ts';
import { figure, foundRowId, nullable, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  contentFields,
  contentOf,
  contentRefusals,
  exampleContent,
  exampleTemplate,
  exampleVersion,
  TemplateShape,
  TemplateVersions,
  templateDTO,
  versionDTO,
} from './template-shape.ts';

const templates = settingsOf({ tag: 'Message templates', scope: 'settings' });
const read = readsOf({ tag: 'Message templates', roles: ['operator'] });

export const listMessageTemplates = read({
  path: '/message-templates',
  operationId: 'listMessageTemplates',
  summary: "Templates of banks' messages",
  description: 'All of them, each with its newest version and the one that reads messages now.',
  response: all(TemplateShape),
  example: { answer: { items: [exampleTemplate] } },
  async handle({ context }) {
    return { items: (await readTemplates(context.pool)).map(templateDTO) };
  },
});

export const readMessageTemplate = read({
  path: '/message-templates/:id',
  operationId: 'readMessageTemplate',
  summary: 'A template with its versions',
  params: { id: idInPath('Template ID') },
  response: TemplateVersions,
  example: { answer: { ...exampleTemplate, versions: [exampleVersion] } },
  async handle({ context, params }) {
    const record = (await readTemplates(context.pool)).find(({ id }) => id === params.id);
    if (record === undefined) throw new AppError('not_found');
    const versions = await readTemplateVersions(context.pool, params.id);
    return { ...templateDTO(record), versions: versions.map(versionDTO) };
  },
});

export const addMessageTemplate = templates(addMessageTemplateAct, {
  method: 'POST',
  path: '/message-templates',
  operationId: 'addMessageTemplate',
  summary: "Add a template of banks' messages",
  description: 'It is off until it is switched on.',
  body: contentFields,
  response: TemplateShape,
  refusals: contentRefusals,
  example: {
    body: { ...exampleContent, reason: 'A bank writes in a new way' },
    answer: { ...exampleTemplate, versionOn: null },
  },
  input: ({ body }) => contentOf(body),
  answer: templateDTO,
});

export const changeMessageTemplate = templates(changeMessageTemplateAct, {
  method: 'POST',
  path: '/message-templates/:id/versions',
  operationId: 'changeMessageTemplate',
  summary: 'Add a version of a template',
  description: 'What it said stays, and the version that is on stays on until this one is switched on.',
  params: { id: idInPath('Template ID') },
  body: contentFields,
  response: TemplateShape,
  refusals: contentRefusals,
  example: {
    body: { ...exampleContent, reason: 'The bank has moved the time' },
    answer: { ...exampleTemplate, latest: { ...exampleVersion, version: 2 } },
  },
  input: ({ params, body }) => ({ id: params.id, content: contentOf(body) }),
  answer: templateDTO,
});

export const switchMessageTemplates = templates(switchMessageTemplatesAct, {
  method: 'POST',
  path: '/message-templates/switch',
  operationId: 'switchMessageTemplates',
  summary: 'Switch versions of templates on, or templates off',
  description:
    'What is on decides which messages may settle payins. So every test set has to hold, with all that would be on, and a second ' +
    'person has to approve; switching off is done at once.',
  isForPeople: true,
  body: {
    switches: Type.Array(
      Type.Object({
        id: foundRowId('Template ID'),
        version: nullable(foundRowId('Version'), 'The version to read messages by; null: none'),
      }),
      { minItems: 1, maxItems: templateLimits.templates, description: 'Which, and how' },
    ),
  },
  response: all(TemplateShape),
  refusals: ['second_person_needed', 'template_malformed', 'template_test_failed'],
  example: {
    body: { switches: [{ id: 4, version: 1 }], reason: 'Tried on the messages of a week' },
    answer: { items: [exampleTemplate] },
  },
  input: ({ body }) => ({ switches: body.switches }),
  answer: (after) => ({ items: after.map(templateDTO) }),
});

export const loadMessageTemplates = templates(loadMessageTemplatesAct, {
  method: 'POST',
  path: '/message-templates/load',
  operationId: 'loadMessageTemplates',
  summary: 'Load the templates that come with the service',
  description:
    'Adds those that are not there yet, switched off. What is there stays as it is, so it can be loaded again.',
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
  input: () => ({ data: null }),
  answer: (loaded) => loaded,
});
