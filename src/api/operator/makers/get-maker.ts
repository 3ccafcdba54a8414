import { AppError } from '../../../errors.ts';
import { endpoint } from '../endpoint.ts';
import { exampleMaker, MakerShape, makerDTO, makerInPath, makerOf } from './maker-shape.ts';

export const getMaker = endpoint({
  method: 'GET',
  path: '/makers/:id',
  operationId: 'getMaker',
  summary: 'Get a maker with its balance',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'read',
  params: { id: makerInPath },
  response: MakerShape,
  refusals: [],
  example: { answer: exampleMaker },
  async handle(call) {
    const maker = makerOf(call, call.params.id);
    if (call.actor.role !== 'operator' && call.actor.makerId !== maker.id) throw new AppError('not_found');
    return await makerDTO(call.context, maker);
  },
});
