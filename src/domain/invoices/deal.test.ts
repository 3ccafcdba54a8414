import { describe, expect, it } from 'vitest';
import { deal } from '../../../test/engine/support/small-world.ts';
import {
  activeDeal,
  attachmentsPerDealMax,
  type DealStatus,
  isActive,
  mattersNow,
  newestDeal,
  withAttachment,
} from './deal.ts';

const attachment = (sha256: string) =>
  ({ sha256, mediaType: 'image/png', sizeBytes: 1, fileName: 'a.png', addedAt: 0 }) as const;

describe('a deal', () => {
  it.each<[DealStatus, boolean, boolean]>([
    ['new', true, true],
    ['transfer_waiting', true, true],
    ['transfer_confirmed', true, true],
    ['dispute', true, true],
    ['completed', false, true],
    ['canceled', false, false],
    ['expired', false, false],
  ])('a deal that is %s: active is %s, matters now is %s', (status, active, matters) => {
    expect(isActive(status)).toBe(active);
    expect(mattersNow(deal({ status }))).toBe(matters);
    expect(activeDeal([deal({ status: 'canceled' }), deal({ status, id: 'x' })])?.id).toBe(active ? 'x' : undefined);
  });

  it('takes a receipt beside those it has, the same file once, and a bounded number', () => {
    const one = withAttachment(deal(), attachment('a'));
    expect(one.attachments).toEqual([attachment('a')]);
    expect(withAttachment(one, attachment('a'))).toBe(one);
    let full = one;
    for (let index = 1; index < attachmentsPerDealMax; index++) full = withAttachment(full, attachment(`${index}`));
    expect(full.attachments).toHaveLength(attachmentsPerDealMax);
    expect(withAttachment(full, attachment('a'))).toBe(full);
    expect(() => withAttachment(full, attachment('more'))).toThrow(
      expect.objectContaining({ code: 'too_many_attachments' }),
    );
  });

  it('is the newest by its ordinal, wherever it stands', () => {
    const [first, second] = [deal({ ordinal: 1 }), deal({ ordinal: 2 })];
    expect(newestDeal([second, first])).toBe(second);
    expect(newestDeal([first, second])).toBe(second);
    expect(newestDeal([])).toBeUndefined();
  });
});
