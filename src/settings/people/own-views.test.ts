import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import { removeView, saveView } from './own-views.ts';

const { operator, maker } = actors;
const input = { userId: operator.userId, page: '/invoices', name: 'Unpaid today', query: 'status=new' };
const rows = { knownId: null, count: 0, newId: 7 };

describe('saving a view', () => {
  it('keeps it under a new number, and says so in the log', () => {
    const { outcome, change, audit } = decide(saveView, input, rows);
    expect(outcome).toBe('changed');
    expect(change).toEqual({ ...input, id: 7, createdAt: noon });
    expect(audit).toEqual([
      { subjectKind: 'view', subjectId: 7, details: { page: '/invoices', name: 'Unpaid today' } },
    ]);
  });

  it('replaces one of the same page and name, also when there is no room for more', () => {
    expect(decide(saveView, input, { ...rows, knownId: 3, count: 100 }).change).toMatchObject({ id: 3 });
  });

  it('is refused when there are too many, and for another user', () => {
    expect(decide(saveView, input, { ...rows, count: 100 }).outcome).toBe('too_many_views');
    expect(decide(saveView, input, rows, { actor: maker }).outcome).toBe('not_found');
  });
});

describe('removing a view', () => {
  const view = { ...input, id: 7, createdAt: noon };

  it('forgets one’s own', () => {
    expect(decide(removeView, { viewId: 7 }, view)).toMatchObject({ outcome: 'changed', change: 7 });
  });

  it('finds neither another person’s nor one that is gone', () => {
    expect(decide(removeView, { viewId: 7 }, view, { actor: maker }).outcome).toBe('not_found');
    expect(decide(removeView, { viewId: 7 }, null).outcome).toBe('not_found');
  });
});
