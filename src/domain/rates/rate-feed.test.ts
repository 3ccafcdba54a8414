import { describe, expect, it } from 'vitest';
import { isJump, judgeAnswers, placeInUse, readable, type SourceAnswer, usualAgeMaxMs } from './rate-feed.ts';
import { rate } from './rates.ts';

const answer = (value: bigint): SourceAnswer => ({ rate: rate(value), prices: [rate(value)] });
const failed = (failure: string): SourceAnswer => ({ failure });
const payins = { type: 'in', marginBps: 0 } as const;
const last = { in: rate(10_000n), out: rate(9_800n) };

describe('the answers of sources', () => {
  it('give the rate of the first that answers', () => {
    expect(judgeAnswers(payins, [answer(10_100n)], last, 500)).toEqual({ kind: 'taken', rate: 10_100n, place: 1 });
    expect(judgeAnswers(payins, [failed('500'), failed('no JSON'), answer(10_100n)], last, 500)).toMatchObject({
      rate: 10_100n,
      place: 3,
    });
    expect(judgeAnswers(payins, [answer(1n)], { in: null, out: null }, 500)).toMatchObject({ kind: 'taken', rate: 1n });
  });

  it('add the margin of the direction, and judge what follows', () => {
    expect(judgeAnswers({ ...payins, marginBps: 150 }, [answer(10_000n)], last, 500)).toMatchObject({ rate: 10_150n });
    expect(judgeAnswers({ type: 'out', marginBps: -200 }, [answer(10_000n)], last, 500)).toMatchObject({
      rate: 9_800n,
    });
    // The source has not moved; the margin has.
    expect(judgeAnswers({ ...payins, marginBps: 501 }, [answer(10_000n)], last, 500)).toMatchObject({ fault: 'jump' });
  });

  it('give nothing when all have failed, and say why each', () => {
    expect(judgeAnswers(payins, [failed('the server answered 500'), failed('no JSON')], last, 500)).toEqual({
      kind: 'refused',
      fault: 'no_answer',
      error: '1: the server answered 500; 2: no JSON',
    });
    expect(judgeAnswers(payins, [], last, 500)).toMatchObject({ fault: 'no_answer' });
    const long = judgeAnswers(payins, [failed(`\0${'x'.repeat(600)}`)], last, 500);
    expect(long).toMatchObject({ error: `1: \ufffd${'x'.repeat(496)}` });
  });

  it('are not taken when they jump, whichever source it is', () => {
    expect(judgeAnswers(payins, [answer(10_501n)], last, 500)).toEqual({
      kind: 'refused',
      fault: 'jump',
      error: '0.00010501 of source 1 is too far from 0.0001',
    });
    expect(judgeAnswers(payins, [failed('gone'), answer(9_499n)], last, 500)).toMatchObject({
      fault: 'jump',
      error: expect.stringContaining('source 2'),
    });
    expect(judgeAnswers(payins, [failed('gone'), answer(10_500n)], last, 500)).toMatchObject({ kind: 'taken' });
  });

  it('do not put the payout rate above the payin rate, unless it is there already', () => {
    expect(judgeAnswers({ type: 'out', marginBps: 0 }, [answer(10_001n)], last, 500)).toMatchObject({
      fault: 'crossed',
    });
    expect(judgeAnswers({ type: 'out', marginBps: 0 }, [answer(10_000n)], last, 500)).toMatchObject({ kind: 'taken' });
    expect(judgeAnswers(payins, [answer(9_799n)], last, 500)).toMatchObject({ fault: 'crossed' });
    const confirmed = { in: rate(10_000n), out: rate(10_050n) };
    expect(judgeAnswers(payins, [answer(10_020n)], confirmed, 500)).toMatchObject({ kind: 'taken' });
  });
});

it('a jump is further away than the bound, either way', () => {
  expect(isJump(rate(100n), rate(120n), 2_000)).toBe(false);
  expect(isJump(rate(100n), rate(121n), 2_000)).toBe(true);
  expect(isJump(rate(100n), rate(80n), 2_000)).toBe(false);
  expect(isJump(rate(100n), rate(79n), 2_000)).toBe(true);
});

it('a rate that is not renewed stops deals after ten attempts, and not within ten minutes', () => {
  expect(usualAgeMaxMs(10_000)).toBe(600_000);
  expect(usualAgeMaxMs(3_600_000)).toBe(36_000_000);
});

it('no source is in use while a feed fails', () => {
  expect(placeInUse({ fault: null, usedPlace: 2 })).toBe(2);
  expect(placeInUse({ fault: 'jump', usedPlace: 2 })).toBe(0);
  expect(placeInUse({ fault: null, usedPlace: null })).toBeNull();
});

it('the failures of sources are kept as a text that the database takes', () => {
  expect(readable(`\0${'x'.repeat(498)}👍`)).toBe(`\ufffd${'x'.repeat(498)}\ufffd`);
});
