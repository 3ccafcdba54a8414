import { describe, expect, it } from 'vitest';
import { type FaultReport, missedAims, renderTable } from './table.ts';

const good: FaultReport = {
  title: 'switchover',
  longestGapMs: 3_670,
  gapAimMs: 10_000,
  failedAttempts: 32,
  failedAttemptsAim: null,
  lost: [],
  doubled: [],
  untold: [],
  brokenLaws: [],
  liveMs: 12,
  liveAimMs: 1_000,
};

describe('the aims of a fault', () => {
  it.each<[string, Partial<FaultReport>]>([
    ['gap above 10.0 s', { longestGapMs: 10_001 }],
    ['more than 0 failed attempts', { failedAttemptsAim: 0 }],
    ['lost', { lost: ['a'] }],
    ['doubled', { doubled: ['a'] }],
    ['untold', { untold: ['a'] }],
    ['laws', { brokenLaws: ['a law'] }],
    ['live events above 1.00 s', { liveMs: 1_001 }],
    ['live events above 1.00 s', { liveMs: null }],
  ])('miss %s', (missed, change) => {
    expect(missedAims({ ...good, ...change })).toEqual([missed]);
  });

  it('are met by a fault that cost what it may', () => {
    expect(missedAims(good)).toEqual([]);
    expect(missedAims({ ...good, failedAttempts: 0, failedAttemptsAim: 0 })).toEqual([]);
  });

  it('are met by a lost tail when the service names what is lost and stops money', () => {
    const lost = { ...good, lost: ['a', 'b'], witnessed: { named: ['b', 'a', 'c'], isMoneyStopped: true } };
    expect(missedAims(lost)).toEqual([]);
    expect(missedAims({ ...lost, witnessed: { named: ['a'], isMoneyStopped: false } })).toEqual([
      'lost ones that the service does not name',
      'money may go out',
    ]);
    expect(missedAims({ ...lost, lost: [] })).toEqual(['nothing was lost, so nothing was tried']);
  });
});

it('the table has a line for each fault, as Markdown', () => {
  expect(renderTable([good, { ...good, title: 'killed', lost: ['a'], liveMs: null }]).split('\n')).toEqual([
    '| Fault      | Longest gap |    Aim | Failed attempts | Lost | Doubled | Untold | Live events | Laws |                                        |',
    '|------------|------------:|-------:|----------------:|-----:|--------:|-------:|------------:|------|----------------------------------------|',
    '| switchover |      3.67 s | 10.0 s |              32 |    0 |       0 |      0 |      0.01 s | hold | ok                                     |',
    '| killed     |      3.67 s | 10.0 s |              32 |    1 |       0 |      0 |       never | hold | MISSED: lost, live events above 1.00 s |',
  ]);
});
