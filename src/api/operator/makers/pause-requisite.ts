import { changeRequisite } from '../../../settings/change-requisite.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { exampleRequisite, RequisiteShape, requisiteDTO, requisiteInPath, requisiteOf } from './requisite-shape.ts';

export const pauseRequisite = endpoint({
  method: 'POST',
  path: '/requisites/:id/pause',
  operationId: 'pauseRequisite',
  summary: 'Pause a requisite',
  description: 'No new deals; those that run go on. A maker pauses only its own.',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'settings',
  params: { id: requisiteInPath },
  response: RequisiteShape,
  refusals: [],
  example: { answer: { ...exampleRequisite, isPaused: true } },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(changeRequisite, { id, isPaused: true }, byOf(call, 'paused'));
    return await requisiteDTO(call.context, requisiteOf(call, id));
  },
});
