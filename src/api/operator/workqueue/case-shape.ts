import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import {
  type Claim,
  commentCharactersMax,
  workKinds,
  workLimitMinutesMax,
} from '../../../domain/workqueue/work-case.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { CaseSubject } from '../../../settings/workqueue/work-on-case.ts';
import { findArrival } from '../../../storage/reads/arrivals/arrival-reads.ts';
import { findWithdrawalOfAnyStore } from '../../../storage/reads/withdrawals/withdrawal-reads.ts';
import { type CaseComment, findDealOfCase, type Mention } from '../../../storage/reads/workqueue/case-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { figure, flag, integer, text, words } from '../fields.ts';

export const ClaimShape = Type.Object(
  {
    login: words('Whose it is'),
    isOwn: flag('It is the caller'),
    at: words('Since when; a claim ends by itself after half an hour'),
  },
  { $id: 'CaseClaim' },
);

export function claimOrNull(claim: Claim | undefined, ownId: number): ShapeOf<typeof ClaimShape> | null {
  return claim === undefined ? null : claimDTO(claim, ownId);
}

export function claimDTO(claim: Claim, ownId: number): ShapeOf<typeof ClaimShape> {
  return { login: claim.login, isOwn: claim.userId === ownId, at: formatTimestamp(claim.claimedAt) };
}

const comment = {
  id: figure('Comment ID'),
  login: words('Who says it'),
  at: words('When'),
  text: words('What; `@login` calls another operator'),
};

export const CommentShape = Type.Object(comment, { $id: 'CaseComment' });
export const MentionShape = Type.Object({ ...comment, caseId: words('About which case') }, { $id: 'CaseMention' });

export function commentDTO({ id, login, at: saidAt, text: said }: CaseComment): ShapeOf<typeof CommentShape> {
  return { id, login, at: formatTimestamp(saidAt), text: said };
}

export function mentionDTO(mention: Mention): ShapeOf<typeof MentionShape> {
  return { ...commentDTO(mention), caseId: mention.caseId };
}

export const CommentText = text(commentCharactersMax, 'What to say; `@login` calls another operator');

export const WorkLimitShape = Type.Object(
  {
    kind: Type.Enum([...workKinds], { description: 'Which kind of work' }),
    warnMinutes: figure('After how many minutes it is shown as waiting long'),
    lateMinutes: figure('After how many minutes it is shown as late'),
  },
  { $id: 'WorkLimit' },
);

export const limitMinutes = (description: string) => integer(1, workLimitMinutesMax, description);

export const caseInPath = uuidInPath('ID of the deal, arrival or withdrawal that waits', exampleIds.invoice);

/** What a case is about, for acts on it. Anything that never was one is not found. */
export async function findSubject({ pool }: OperatorContext, caseId: string): Promise<CaseSubject> {
  const [found, arrival, withdrawal] = await Promise.all([
    findDealOfCase(pool, caseId),
    findArrival(pool, caseId),
    findWithdrawalOfAnyStore(pool, caseId),
  ]);
  if (found !== null) return { caseId, subjectKind: 'invoice', subjectId: found.deal.invoiceId };
  if (arrival !== null) return { caseId, subjectKind: 'arrival', subjectId: caseId };
  if (withdrawal !== null) return { caseId, subjectKind: 'withdrawal', subjectId: caseId };
  throw new AppError('not_found');
}

export const exampleClaim: ShapeOf<typeof ClaimShape> = { login: 'anna', isOwn: true, at: at('12:06:00') };
export const exampleComment: ShapeOf<typeof CommentShape> = {
  id: 7,
  login: 'anna',
  at: at('12:06:10'),
  text: '@boris is this your bank?',
};
export const exampleLimit: ShapeOf<typeof WorkLimitShape> = { kind: 'confirmed', warnMinutes: 15, lateMinutes: 60 };
