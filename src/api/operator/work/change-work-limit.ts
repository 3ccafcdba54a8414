import { Type } from 'typebox';
import { workKinds } from '../../../domain/work-case.ts';
import { changeWorkLimit as changeWorkLimitAct } from '../../../settings/change-work-limit.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { exampleLimit, limitMinutes, WorkLimitShape } from './case-shape.ts';

export const changeWorkLimit = endpoint({
  method: 'POST',
  path: '/work/limits',
  operationId: 'changeWorkLimit',
  summary: 'Change when work is late',
  description: 'The queue shows what has waited longer in another colour. Nothing else follows from it.',
  tag: 'Work queue',
  roles: ['operator'],
  scope: 'settings',
  body: json(
    Type.Object({
      kind: Type.Enum([...workKinds], { description: 'Which kind of work' }),
      warnMinutes: limitMinutes('After how many minutes it is shown as waiting long'),
      lateMinutes: limitMinutes('After how many minutes it is shown as late'),
      reason: Reason,
    }),
  ),
  response: WorkLimitShape,
  refusals: ['invalid_choice', 'work_limit_order'],
  example: { body: { ...exampleLimit, reason: 'More people at work' }, answer: exampleLimit },
  async handle(call) {
    const { reason, ...limit } = call.body;
    const changed = await call.context.settings.run(changeWorkLimitAct, limit, byOf(call, reason));
    call.context.announce(['cases o']);
    return changed;
  },
});
