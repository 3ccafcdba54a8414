import { AppError } from '../../../errors.ts';
import { readTemplates, readTemplateVersions } from '../../../storage/reads/message-template-reads.ts';
import { idInPath } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { exampleTemplate, exampleVersion, TemplateVersions, templateDTO, versionDTO } from './template-shape.ts';

export const readMessageTemplate = endpoint({
  method: 'GET',
  path: '/message-templates/:id',
  operationId: 'readMessageTemplate',
  summary: 'A template with its versions',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'read',
  params: { id: idInPath('Template ID') },
  response: TemplateVersions,
  refusals: [],
  example: { answer: { ...exampleTemplate, versions: [exampleVersion] } },
  async handle({ context, params }) {
    const record = (await readTemplates(context.pool)).find(({ id }) => id === params.id);
    if (record === undefined) throw new AppError('not_found');
    const versions = await readTemplateVersions(context.pool, params.id);
    return { ...templateDTO(record), versions: versions.map(versionDTO) };
  },
});
