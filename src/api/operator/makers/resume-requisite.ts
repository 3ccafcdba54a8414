import { changeRequisite } from '../../../settings/change-requisite.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { exampleRequisite, RequisiteShape, requisiteDTO, requisiteInPath, requisiteOf } from './requisite-shape.ts';

export const resumeRequisite = endpoint({
  method: 'POST',
  path: '/requisites/:id/resume',
  operationId: 'resumeRequisite',
  summary: 'Let a requisite be used again',
  description:
    'An operator lifts the pause of operators, and that of the maker when there is no other. A maker lifts its own, and is refused while an operator has paused it.',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'settings',
  params: { id: requisiteInPath },
  response: RequisiteShape,
  refusals: ['paused_by_operator'],
  example: { answer: exampleRequisite },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(changeRequisite, { id, isPaused: false }, byOf(call, 'resumed'));
    return await requisiteDTO(call.context, requisiteOf(call, id));
  },
});
