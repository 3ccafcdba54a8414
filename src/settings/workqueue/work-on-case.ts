import { type Claim, claimAt, loginsIn, requireFreeCase } from '../../domain/workqueue/work-case.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  deleteClaim,
  deleteMentions,
  findOperatorsByLogin,
  insertComment,
  lockClaim,
  putClaim,
} from '../../storage/settings/workqueue/cases.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

/** A case, and under which name the audit log knows it. */
export interface CaseSubject {
  readonly caseId: string;
  readonly subjectKind: 'invoice' | 'arrival' | 'withdrawal';
  readonly subjectId: string;
}

/** Somebody works on a case, and the others see it. */
export const claimCase = settingAct({
  name: 'claim-case',
  load: (tx, { caseId }: CaseSubject & { readonly isTakenOver: boolean }) => lockClaim(tx, caseId),
  decide({ caseId, subjectKind, subjectId, isTakenOver }, before, { actor, at }) {
    if (actor.userId === null) throw new AppError('people_only');
    const current = claimAt(before, at);
    requireFreeCase(current, actor.userId, isTakenOver);
    const claim: Claim = { userId: actor.userId, login: actor.name, claimedAt: at };
    const from = current === null || current.userId === actor.userId ? {} : { from: current.login };
    return changed(claim, { caseId, claim }, { subjectKind, subjectId, details: { caseId, ...from } });
  },
  store: (tx, { caseId, claim }) => putClaim(tx, caseId, claim),
});

/** Only one's own: who wants another's takes it over. */
export const releaseCase = settingAct({
  name: 'release-case',
  load: (tx, { caseId }: CaseSubject) => lockClaim(tx, caseId),
  decide({ caseId, subjectKind, subjectId }, before, { actor, at }) {
    const current = claimAt(before, at);
    if (current === null || current.userId !== actor.userId) return unchanged(null);
    return changed(null, caseId, { subjectKind, subjectId, details: { caseId } });
  },
  store: deleteClaim,
});

/** What operators say to each other about a case. The audit log has it as well: it is part of how a decision came about. */
export const commentCase = settingAct({
  name: 'comment-case',
  lock: 'rows',
  load: (tx, { text }: CaseSubject & { readonly text: string }) => findOperatorsByLogin(tx, loginsIn(text)),
  decide({ caseId, subjectKind, subjectId, text }, mentioned, { actor, at }) {
    if (actor.userId === null) throw new AppError('people_only');
    const others = mentioned.filter(({ id }) => id !== actor.userId);
    const comment = { caseId, userId: actor.userId, at, text, mentionedIds: others.map(({ id }) => id) };
    const details = { caseId, mentions: others.map(({ login }) => login).join(' ') };
    return changed(null, comment, { subjectKind, subjectId, details });
  },
  store: insertComment,
});

/** Who was spoken of has looked. Nothing else changes, so the log has nothing to say. */
export const seeMentions = routineAct({
  lock: 'rows',
  load: async () => null,
  decide: (input: { readonly userId: number; readonly caseId: string }) =>
    ({ kind: 'changed', result: null, change: input }) as const,
  store: (tx, { userId, caseId }) => deleteMentions(tx, userId, caseId),
});
