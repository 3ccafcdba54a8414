import { seeMentions as seeMentionsAct } from '../../../settings/work-on-case.ts';
import { findMentions } from '../../../storage/reads/case-reads.ts';
import { exampleIds } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { caseInPath, exampleComment, MentionShape, mentionDTO } from './case-shape.ts';

export const seeMentions = endpoint({
  method: 'POST',
  path: '/work/:id/seen',
  operationId: 'seeMentions',
  summary: 'Say that the comments on a case were seen',
  description: 'They are no longer listed for the caller. The answer has those that still are.',
  tag: 'Work queue',
  roles: ['operator'],
  scope: 'read',
  isForPeople: true,
  params: { id: caseInPath },
  response: all(MentionShape),
  refusals: [],
  example: { answer: { items: [{ ...exampleComment, caseId: exampleIds.invoice }] } },
  async handle({ context, params, signedIn }) {
    const userId = signedIn.user.id;
    await context.settings.routine(seeMentionsAct, { userId, caseId: params.id }, context.clock());
    return { items: (await findMentions(context.pool, userId)).map(mentionDTO) };
  },
});
