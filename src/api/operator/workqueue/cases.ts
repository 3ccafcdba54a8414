import { Type } from 'typebox';
import { AppError } from '../../../errors/app-error.ts';
import {
  claimCase as claimCaseAct,
  commentCase as commentCaseAct,
  releaseCase as releaseCaseAct,
  seeMentions as seeMentionsAct,
} from '../../../settings/workqueue/work-on-case.ts';
import { findArrival } from '../../../storage/reads/arrivals/arrival-reads.ts';
import { findWithdrawalOfAnyStore } from '../../../storage/reads/withdrawals/withdrawal-reads.ts';
import { findClaims, findComments, findDealOfCase, findMentions } from '../../../storage/reads/workqueue/case-reads.ts';
import { exampleIds } from '../../examples.ts';
import { endpoint, readsOf } from '../endpoint.ts';
import { flag } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { arrivalCase, CaseShape, dealCase, exampleCase, withdrawalCase } from './case-content.ts';
import {
  ClaimShape,
  CommentShape,
  CommentText,
  caseInPath,
  claimDTO,
  claimOrNull,
  commentDTO,
  exampleClaim,
  exampleComment,
  findSubject,
  MentionShape,
  mentionDTO,
} from './case-shape.ts';

const cases = settingsOf({ tag: 'Work queue', scope: 'money', isForPeople: true });
const read = readsOf({ tag: 'Work queue', roles: ['operator'] });

export const readCase = read({
  path: '/work/:id',
  operationId: 'readCase',
  summary: 'Read a case with all that is needed to decide it',
  description:
    'The deal, arrival or withdrawal; its receipts and what was said in a dispute; what the bank said about it; what came to the same maker of late; what the same payer did before; what the sums would be; who works on it and what was said. Also of one that no longer waits: `kind` is null then.',
  params: { id: caseInPath },
  response: CaseShape,
  example: { answer: exampleCase },
  async handle({ context, params, signedIn }) {
    const { pool } = context;
    const [found, arrival, withdrawal, claims, comments] = await Promise.all([
      findDealOfCase(pool, params.id),
      findArrival(pool, params.id),
      findWithdrawalOfAnyStore(pool, params.id),
      findClaims(pool, [params.id], context.clock()),
      findComments(pool, params.id),
    ]);
    const said = {
      claim: claimOrNull(claims.get(params.id), signedIn.user.id),
      comments: comments.map(commentDTO),
    };
    if (found !== null) return { ...(await dealCase(context, found)), ...said };
    if (arrival !== null) return { ...(await arrivalCase(context, arrival)), ...said };
    if (withdrawal !== null) return { ...withdrawalCase(context, withdrawal), ...said };
    throw new AppError('not_found');
  },
});

export const claimCase = cases(claimCaseAct, {
  method: 'POST',
  path: '/work/:id/claim',
  operationId: 'claimCase',
  summary: 'Claim a case',
  description:
    'The other operators see who works on it. It keeps nobody from deciding, and ends by itself after half an hour.',
  params: { id: caseInPath },
  body: { takeOver: Type.Optional(flag('Also when somebody else has it')) },
  response: ClaimShape,
  refusals: ['case_claimed'],
  example: { body: {}, answer: exampleClaim },
  reason: '',
  input: async ({ context, params, body }) => ({
    ...(await findSubject(context, params.id)),
    isTakenOver: body.takeOver === true,
  }),
  answer: (claim, { context, signedIn }) => {
    context.announce(['cases o']);
    return claimDTO(claim, signedIn.user.id);
  },
});

export const releaseCase = cases(releaseCaseAct, {
  method: 'POST',
  path: '/work/:id/release',
  operationId: 'releaseCase',
  summary: 'Release a case',
  description: 'Releases only a case of the caller; a case of another person stays with that person.',
  params: { id: caseInPath },
  response: Type.Object({ isReleased: flag('Always true') }),
  refusals: [],
  example: { answer: { isReleased: true } },
  reason: '',
  input: ({ context, params }) => findSubject(context, params.id),
  answer: (_, { context }) => {
    context.announce(['cases o']);
    return { isReleased: true };
  },
});

export const commentCase = cases(commentCaseAct, {
  method: 'POST',
  path: '/work/:id/comments',
  operationId: 'commentCase',
  summary: 'Comment on a case',
  description:
    'Operators alone read it. Each operator named as `@login` finds it on the queue until they have seen it. The answer has all comments on the case, oldest first.',
  params: { id: caseInPath },
  body: { text: CommentText },
  response: all(CommentShape),
  refusals: ['blank', 'too_long'],
  example: { body: { text: exampleComment.text }, answer: { items: [exampleComment] } },
  // The log keeps why something was done; here that is the comment itself, as far as a reason may be long.
  reason: ({ body }) => body.text.trim().slice(0, reasonCharactersMax),
  input: async ({ context, params, body }) => ({ ...(await findSubject(context, params.id)), text: body.text.trim() }),
  answer: async (_, { context, params }) => {
    context.announce(['cases o']);
    return { items: (await findComments(context.pool, params.id)).map(commentDTO) };
  },
});

const reasonCharactersMax = 500;

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
