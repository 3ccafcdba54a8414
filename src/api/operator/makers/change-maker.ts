import { Type } from 'typebox';
import { changeMaker as changeMakerAct } from '../../../settings/change-maker.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, text } from '../fields.ts';
import { exampleMaker, MakerShape, makerDTO, makerInPath, makerOf } from './maker-shape.ts';

export const changeMaker = endpoint({
  method: 'PATCH',
  path: '/makers/:id',
  operationId: 'changeMaker',
  summary: 'Rename a maker',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  params: { id: makerInPath },
  body: json(Type.Object({ name: text(200, 'For people'), reason: Reason })),
  response: MakerShape,
  refusals: [],
  example: {
    body: { name: 'Desk 2, evenings', reason: 'Renamed' },
    answer: { ...exampleMaker, name: 'Desk 2, evenings' },
  },
  async handle(call) {
    const { name, reason } = call.body;
    const { id } = call.params;
    await call.context.settings.run(changeMakerAct, { id, name }, byOf(call, reason));
    return await makerDTO(call.context, makerOf(call, id));
  },
});
