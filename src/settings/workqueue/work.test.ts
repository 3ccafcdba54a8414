import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import { serviceActor } from '../../domain/people/audit.ts';
import { claimLifetimeMs } from '../../domain/workqueue/work-case.ts';
import { changeWorkLimit } from './change-work-limit.ts';
import { claimCase, commentCase, releaseCase } from './work-on-case.ts';

const subject = { caseId: 'deal', subjectKind: 'invoice', subjectId: 'order' } as const;
const own = { userId: actors.operator.userId, login: 'olga', claimedAt: noon - 60_000 };
const others = { userId: 9, login: 'anna', claimedAt: noon - 60_000 };
const old = { ...others, claimedAt: noon - claimLifetimeMs };

describe('claim-case', () => {
  it.each([
    ['nobody has it', null, false, 'changed', { caseId: 'deal' }],
    ['it is one’s own: it begins anew', own, false, 'changed', { caseId: 'deal' }],
    ['somebody else has it', others, false, 'case_claimed', undefined],
    ['somebody else has it, and it is taken over', others, true, 'changed', { caseId: 'deal', from: 'anna' }],
    ['somebody else had it half an hour ago', old, false, 'changed', { caseId: 'deal' }],
  ])('goes by who has the case: %s', (_, before, isTakenOver, outcome, details) => {
    const decided = decide(claimCase, { ...subject, isTakenOver }, before);
    expect(decided.outcome).toBe(outcome);
    expect(decided.audit[0]?.details).toEqual(details);
    if (outcome === 'changed') expect(decided.result).toEqual({ ...own, claimedAt: noon });
  });

  it('is for people: a claim has a face', () => {
    const decided = decide(claimCase, { ...subject, isTakenOver: false }, null, { actor: serviceActor });
    expect(decided.outcome).toBe('people_only');
  });
});

describe('release-case', () => {
  it('gives back one’s own, and leaves what is not', () => {
    expect(decide(releaseCase, subject, own)).toMatchObject({ outcome: 'changed', change: 'deal' });
    for (const before of [null, others, { ...own, claimedAt: old.claimedAt }]) {
      expect(decide(releaseCase, subject, before).outcome).toBe('unchanged');
    }
  });
});

describe('comment-case', () => {
  it('calls those it names, but not its author', () => {
    const mentioned = [
      { id: 9, login: 'anna' },
      { id: actors.operator.userId, login: 'olga' },
    ];
    const { change, audit } = decide(commentCase, { ...subject, text: '@anna @olga look' }, mentioned);
    expect(change).toMatchObject({ caseId: 'deal', userId: 1, text: '@anna @olga look', mentionedIds: [9] });
    expect(audit[0]).toMatchObject({ subjectKind: 'invoice', subjectId: 'order', details: { mentions: 'anna' } });
  });
});

describe('change-work-limit', () => {
  const before = { kind: 'dispute', warnMinutes: 10, lateMinutes: 20 } as const;

  it('changes what is new, and refuses to be late before it has waited long', () => {
    expect(decide(changeWorkLimit, before, before).outcome).toBe('unchanged');
    const changed = decide(changeWorkLimit, { ...before, lateMinutes: 30 }, before);
    expect(changed.audit[0]).toEqual({
      subjectKind: 'work-limit',
      subjectId: 'dispute',
      details: { warnMinutes: 10, lateMinutes: 30 },
    });
    expect(decide(changeWorkLimit, { ...before, warnMinutes: 21 }, before).outcome).toBe('work_limit_order');
  });
});
