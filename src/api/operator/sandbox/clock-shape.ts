import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { AppError } from '../../../errors.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { figure, words } from '../fields.ts';

export const ClockShape = Type.Object({
  now: words("The service's time"),
  aheadMs: figure("How far it is ahead of the machine's, in milliseconds"),
});

export function clockDTO({ sandboxClock }: Pick<OperatorContext, 'sandboxClock'>): ShapeOf<typeof ClockShape> {
  if (sandboxClock === null) throw new AppError('not_found');
  return { now: formatTimestamp(sandboxClock.now()), aheadMs: sandboxClock.aheadMs };
}

export const exampleClock: ShapeOf<typeof ClockShape> = { now: at('13:00:00'), aheadMs: 3_600_000 };
