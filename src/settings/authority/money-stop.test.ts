import { describe, expect, it } from 'vitest';
import { decide, noon } from '../../../test/support/situations.ts';
import { liftMoneyStop, stopMoney } from './money-stop.ts';

const lost = (subjectId: string, what = 'invoice') => ({ subjectId, what });
const open = { id: 3, stoppedAt: noon - 1_000, lost: [lost('a')] };

describe('stop-money', () => {
  it('opens a stop that names what is lost', () => {
    const { change, audit } = decide(stopMoney, [lost('a'), lost('b', 'status')], { open: null, id: 3 });
    const stop = { id: 3, stoppedAt: noon, lost: [lost('a'), lost('b', 'status')] };
    expect(change).toEqual({ stop, isNew: true });
    expect(audit).toEqual([
      { action: 'stop-money', subjectKind: 'money-stop', subjectId: 3, details: { lost: 2, first: 'a' } },
    ]);
  });

  it('adds what another lane finds to the one that is open', () => {
    const stop = { ...open, lost: [lost('a'), lost('b')] };
    expect(decide(stopMoney, [lost('b')], { open, id: 3 }).change).toEqual({ stop, isNew: false });
  });

  it('changes nothing when all of it is known', () => {
    expect(decide(stopMoney, [lost('a'), lost('a', 'payin_hold')], { open, id: 3 }).outcome).toBe('unchanged');
  });
});

describe('lift-money-stop', () => {
  it('ends the stop that the operator has seen', () => {
    const decided = decide(liftMoneyStop, { id: 3, lostCount: 1 }, open);
    expect(decided.change).toEqual({ id: 3, liftedAt: noon });
    expect(decided.audit).toEqual([{ subjectKind: 'money-stop', subjectId: 3, details: { lost: 1 } }]);
  });

  it('does not end what was found after they looked', () => {
    const grown = { ...open, lost: [lost('a'), lost('b')] };
    expect(decide(liftMoneyStop, { id: 3, lostCount: 1 }, grown).outcome).toBe('more_was_lost');
  });

  it('is not found where there is none, or another one', () => {
    expect(decide(liftMoneyStop, { id: 3, lostCount: 1 }, null).outcome).toBe('not_found');
    expect(decide(liftMoneyStop, { id: 2, lostCount: 1 }, open).outcome).toBe('not_found');
  });

  it('needs a second person, because money may go out after it', () => {
    expect(liftMoneyStop.danger?.({ id: 3, lostCount: 1 }, open, {} as never)).toBe('money-stop');
  });
});
