import { type Static, Type } from 'typebox';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { advanceClock as advanceClockAct } from '../../settings/advance-clock.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { integer, Reason } from './fields.ts';
import { byOf } from './users.ts';

const ClockShape = Type.Object({
  now: Type.String({ description: "The service's time" }),
  aheadMs: Type.Integer({ description: "How far it is ahead of the machine's, in milliseconds" }),
});

const readClock: OperatorEndpoint = {
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  isSandboxOnly: true,
  method: 'GET',
  path: '/sandbox/clock',
  operationId: 'readSandboxClock',
  summary: "Read the sandbox's clock",
  description: 'Sandbox mode only: in production this does not exist.',
  response: ClockShape,
  handle: async ({ context }) => clockDTO(context),
};

/** A year at a time: a slip of the finger should not make the sandbox useless. */
const advanceMaxMs = 366 * 24 * 3_600_000;
const AdvanceBody = Type.Object({
  advanceMs: integer(1, advanceMaxMs, { description: 'How far to move it forward, in milliseconds' }),
  reason: Reason,
});

const advanceClock: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  isSandboxOnly: true,
  method: 'POST',
  path: '/sandbox/clock',
  operationId: 'advanceSandboxClock',
  summary: "Move the sandbox's clock forward",
  description:
    'Sandbox mode only: in production this does not exist. All processes go by the new time at once, and after a restart; it ' +
    'cannot be moved back. What expires by time expires: invoices, deals, sessions, links.',
  body: { kind: 'json', schema: AdvanceBody },
  response: ClockShape,
  async handle(call) {
    const { advanceMs, reason } = call.request.body as Static<typeof AdvanceBody>;
    await call.context.settings.run(advanceClockAct, { advanceMs }, byOf(call, reason));
    return clockDTO(call.context);
  },
};

export const sandboxEndpoints: readonly OperatorEndpoint[] = [readClock, advanceClock];

export function clockDTO({ sandboxClock }: Pick<OperatorContext, 'sandboxClock'>): object {
  if (sandboxClock === null) throw new AppError('not_found');
  return { now: formatTimestamp(sandboxClock.now()), aheadMs: sandboxClock.aheadMs };
}
