import { Type } from 'typebox';
import { workKinds } from '../../../domain/workqueue/work-case.ts';
import { changeWorkLimit as changeWorkLimitAct } from '../../../settings/workqueue/change-work-limit.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { exampleLimit, limitMinutes, WorkLimitShape } from './case-shape.ts';

const limits = settingsOf({ tag: 'Work queue', scope: 'settings' });

export const changeWorkLimit = limits(changeWorkLimitAct, {
  method: 'POST',
  path: '/work/limits',
  operationId: 'changeWorkLimit',
  summary: 'Change when work is late',
  description: 'The queue shows what has waited longer in another colour. Nothing else follows from it.',
  body: {
    kind: Type.Enum([...workKinds], { description: 'Which kind of work' }),
    warnMinutes: limitMinutes('After how many minutes it is shown as waiting long'),
    lateMinutes: limitMinutes('After how many minutes it is shown as late'),
  },
  response: WorkLimitShape,
  refusals: ['invalid_choice', 'work_limit_order'],
  example: { body: { ...exampleLimit, reason: 'More people at work' }, answer: exampleLimit },
  input: ({ body }) => body,
  answer: (changed, { context }) => {
    context.announce(['cases o']);
    return changed;
  },
});
