import { describe, expect, it } from 'vitest';
import { brokenLaw } from './mutation-check.ts';
import { type PlanSize, planWorld } from './plan.ts';
import { runSeed } from './run-seed.ts';
import { World } from './world.ts';

const small: PlanSize = { days: 0.25, livesPerDay: 1_600 };

// A slow machine that does other things at the same time must not fail them.
const timeoutMs = 300_000;

describe('a seed', { timeout: timeoutMs }, () => {
  it('gives the same world to the last detail, each time, whether its history is told or not', async () => {
    const silent = await runSeed(7, small);
    const told = await runSeed(7, small, { isTold: true });
    expect({ ...told, lines: silent.lines }).toEqual(silent);
    expect(told.lines.length).toBeGreaterThan(100);
    expect((await runSeed(8, small)).digest).not.toBe(silent.digest);
  });
});

describe('a world', { timeout: timeoutMs }, () => {
  it('has everybody in it, and everything goes wrong in it', async () => {
    const world = new World(planWorld(3, { days: 2, livesPerDay: 1_000 }));
    expect(await brokenLaw(world)).toBeNull();
    const kinds = new Set(world.kinds.values());
    expect([...kinds].sort()).toEqual([
      'canceling',
      'fake receipt',
      'gone',
      'honest',
      'late',
      'over',
      'payout',
      'refund',
      'short',
      'switching',
      'twice',
      'wrong requisite',
    ]);
    const never = [...commands, ...faults, ...notifications].filter((what) => (world.counts.get(what) ?? 0) === 0);
    expect(never).toEqual([]);
    expect(world.locks.waits).toBeGreaterThan(50);
  });
});

const commands = [
  'create-payin',
  'create-payout',
  'start-deal',
  'confirm-transfer',
  'cancel-invoice',
  'settle-deal',
  'reject-transfer',
  'record-arrival',
  'resolve-arrival',
  'open-dispute',
  'add-evidence',
  'claim-payment',
  'decide-dispute',
  'take-payout',
  'give-back-payout',
  'prove-payout',
  'confirm-payout',
  'credit-payout',
  'payout-not-paid',
  'request-withdrawal',
  'approve-withdrawal',
  'send-withdrawal',
  'reject-withdrawal',
  'top-up',
  'pay-back',
  'ask-refund',
  'fill-refund',
  'cancel-refund',
].map((name) => `asked ${name}`);

const faults = [
  ...['crash', 'connection lost', 'database busy', 'clock jump', 'receiver outage', 'network trouble'].map(
    (kind) => `fault ${kind}`,
  ),
  'answers lost',
  'answers never given',
  'catalogue changes',
];

const notifications = ['delivered', 'refused', 'timeout', 'unreachable', 'gone'].map(
  (outcome) => `notifications ${outcome}`,
);
