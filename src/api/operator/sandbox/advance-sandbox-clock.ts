import { Type } from 'typebox';
import { advanceClock } from '../../../settings/advance-clock.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { integer, Reason } from '../fields.ts';
import { ClockShape, clockDTO, exampleClock } from './clock-shape.ts';

/** A year at a time: a slip of the finger should not make the sandbox useless. */
const advanceMaxMs = 366 * 24 * 3_600_000;

const AdvanceBody = Type.Object({
  advanceMs: integer(1, advanceMaxMs, 'How far to move it forward, in milliseconds'),
  reason: Reason,
});

export const advanceSandboxClock = endpoint({
  method: 'POST',
  path: '/sandbox/clock',
  operationId: 'advanceSandboxClock',
  summary: "Move the sandbox's clock forward",
  description:
    'Sandbox mode only: in production this does not exist. All processes go by the new time at once, and after a restart; it ' +
    'cannot be moved back. What expires by time expires: invoices, deals, sessions, links.',
  tag: 'Sandbox',
  roles: ['operator'],
  scope: 'settings',
  isSandboxOnly: true,
  body: json(AdvanceBody),
  response: ClockShape,
  refusals: [],
  example: { body: { advanceMs: 3_600_000, reason: 'To see invoices expire' }, answer: exampleClock },
  async handle(call) {
    const { advanceMs, reason } = call.body;
    await call.context.settings.run(advanceClock, { advanceMs }, byOf(call, reason));
    return clockDTO(call.context);
  },
});
