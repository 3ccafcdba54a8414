import { AppError } from '../../../errors.ts';
import { findArrival } from '../../../storage/reads/arrival-reads.ts';
import { findClaims, findComments, findDealOfCase } from '../../../storage/reads/case-reads.ts';
import { findWithdrawalOfAnyStore } from '../../../storage/reads/withdrawal-reads.ts';
import { endpoint } from '../endpoint.ts';
import { arrivalCase, CaseShape, dealCase, exampleCase, withdrawalCase } from './case-content.ts';
import { caseInPath, claimOrNull, commentDTO } from './case-shape.ts';

export const readCase = endpoint({
  method: 'GET',
  path: '/work/:id',
  operationId: 'readCase',
  summary: 'Read a case with all that is needed to decide it',
  description:
    'The deal, arrival or withdrawal; its receipts and what was said in a dispute; what the bank said about it; what came to the same maker of late; what the same payer did before; what the sums would be; who works on it and what was said. Also of one that no longer waits: `kind` is null then.',
  tag: 'Work queue',
  roles: ['operator'],
  scope: 'read',
  params: { id: caseInPath },
  response: CaseShape,
  refusals: [],
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
