import { Type } from 'typebox';
import { switchMaker as switchMakerAct } from '../../../settings/switch-maker.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { flag } from '../fields.ts';
import { exampleMaker, MakerShape, makerDTO, makerInPath, makerOf } from './maker-shape.ts';

export const switchMaker = endpoint({
  method: 'POST',
  path: '/makers/:id/switch',
  operationId: 'switchMaker',
  summary: 'Switch a maker on or off',
  description:
    "The maker's own switch: off, it gets no new deals and takes no payouts; deals that run go on. What an operator has stopped stays so.",
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'settings',
  params: { id: makerInPath },
  body: json(Type.Object({ isOn: flag('True: gets new deals') })),
  response: MakerShape,
  refusals: [],
  example: { body: { isOn: false }, answer: { ...exampleMaker, isOn: false } },
  async handle(call) {
    const { isOn } = call.body;
    const { id } = call.params;
    await call.context.settings.run(switchMakerAct, { id, isOn }, byOf(call, isOn ? 'on again' : 'away'));
    return await makerDTO(call.context, makerOf(call, id));
  },
});
