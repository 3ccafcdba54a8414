import { Type } from 'typebox';
import { commentCase as commentCaseAct } from '../../../settings/work-on-case.ts';
import { findComments } from '../../../storage/reads/case-reads.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { CommentShape, CommentText, caseInPath, commentDTO, exampleComment, findSubject } from './case-shape.ts';

export const commentCase = endpoint({
  method: 'POST',
  path: '/work/:id/comments',
  operationId: 'commentCase',
  summary: 'Comment on a case',
  description:
    'Operators alone read it. Each operator named as `@login` finds it on the queue until they have seen it. The answer has all comments on the case, oldest first.',
  tag: 'Work queue',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  params: { id: caseInPath },
  body: json(Type.Object({ text: CommentText })),
  response: all(CommentShape),
  refusals: ['blank', 'too_long'],
  example: { body: { text: exampleComment.text }, answer: { items: [exampleComment] } },
  async handle(call) {
    const { context, params, body } = call;
    const text = body.text.trim();
    const subject = await findSubject(context, params.id);
    // The log keeps why something was done; here that is the comment itself, as far as a reason may be long.
    await context.settings.run(commentCaseAct, { ...subject, text }, byOf(call, text.slice(0, reasonCharactersMax)));
    context.announce(['cases o']);
    return { items: (await findComments(context.pool, params.id)).map(commentDTO) };
  },
});

const reasonCharactersMax = 500;
