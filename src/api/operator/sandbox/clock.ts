import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { advanceClock } from '../../../settings/sandbox/advance-clock.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { everybody, type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, integer, words } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';

const clock = settingsOf({ tag: 'Sandbox', scope: 'settings', isSandboxOnly: true });
const read = readsOf({ tag: 'Sandbox', roles: everybody });

const ClockShape = Type.Object({
  now: words("The service's time"),
  aheadMs: figure("How far it is ahead of the machine's, in milliseconds"),
});

export function clockDTO({ sandboxClock }: Pick<OperatorContext, 'sandboxClock'>): ShapeOf<typeof ClockShape> {
  if (sandboxClock === null) throw new AppError('not_found');
  return { now: formatTimestamp(sandboxClock.now()), aheadMs: sandboxClock.aheadMs };
}

const exampleClock: ShapeOf<typeof ClockShape> = { now: at('13:00:00'), aheadMs: 3_600_000 };

export const readSandboxClock = read({
  path: '/sandbox/clock',
  operationId: 'readSandboxClock',
  summary: "Read the sandbox's clock",
  description: 'Sandbox mode only: in production this does not exist.',
  isSandboxOnly: true,
  response: ClockShape,
  example: { answer: exampleClock },
  handle: async ({ context }) => clockDTO(context),
});

/** A year at a time: a slip of the finger should not make the sandbox useless. */
const advanceMaxMs = 366 * 24 * 3_600_000;

export const advanceSandboxClock = clock(advanceClock, {
  method: 'POST',
  path: '/sandbox/clock',
  operationId: 'advanceSandboxClock',
  summary: "Move the sandbox's clock forward",
  description:
    'Sandbox mode only: in production this does not exist. All processes go by the new time at once, and after a restart; it ' +
    'cannot be moved back. What expires by time expires: invoices, deals, sessions, links.',
  body: { advanceMs: integer(1, advanceMaxMs, 'How far to move it forward, in milliseconds') },
  response: ClockShape,
  refusals: [],
  example: { body: { advanceMs: 3_600_000, reason: 'To see invoices expire' }, answer: exampleClock },
  input: ({ body }) => ({ advanceMs: body.advanceMs }),
  answer: (_, { context }) => clockDTO(context),
});
