import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { workKinds } from '../../../domain/work-case.ts';
import { type WorkTotal, workCountMax } from '../../../storage/reads/work-reads.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, flag, nullable } from '../fields.ts';

/** How much of one kind waits for a person. */
export const WorkTotalShape = Type.Object({
  kind: Type.Enum([...workKinds], { description: 'Why it waits' }),
  count: figure('How many'),
  isMore: flag('There may be more than `count`'),
  oldestAt: nullable(Type.String(), 'Since when the oldest waits; null when none does'),
});

export function totalDTO({ kind, count, oldest }: WorkTotal): ShapeOf<typeof WorkTotalShape> {
  return { kind, count, isMore: count === workCountMax, oldestAt: oldest === null ? null : formatTimestamp(oldest) };
}

export const exampleTotals: readonly ShapeOf<typeof WorkTotalShape>[] = [
  { kind: 'confirmed', count: 1, isMore: false, oldestAt: at('12:04:10') },
  { kind: 'dispute', count: 0, isMore: false, oldestAt: null },
];
