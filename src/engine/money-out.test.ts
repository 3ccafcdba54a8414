import { expect, it } from 'vitest';
import { MoneyOut } from './money-out.ts';

it('money waits until the books were checked, goes while they are right, and stops when they are not', () => {
  const gate = new MoneyOut();
  const states = [gate.isOpen];
  for (const isRight of [true, false, true]) {
    gate.judge(isRight);
    states.push(gate.isOpen);
  }
  expect(states).toEqual([false, true, false, true]);
});

it('money is held back for a find that is not written down yet, whatever a check says', () => {
  const gate = new MoneyOut();
  gate.judge(true);
  gate.hold();
  gate.judge(true);
  expect(gate.isOpen).toBe(false);
  gate.release();
  expect(gate.isOpen).toBe(true);
});
