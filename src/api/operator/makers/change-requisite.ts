import { Type } from 'typebox';
import { changeRequisite as changeRequisiteAct } from '../../../settings/change-requisite.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { flag, Reason } from '../fields.ts';
import {
  exampleRequisite,
  RequisiteShape,
  requisiteDTO,
  requisiteInPath,
  requisiteOf,
  requisiteRefusals,
  requisiteWishes,
} from './requisite-shape.ts';

const RequisiteChange = Type.Object({
  ...requisiteWishes,
  isPaused: Type.Optional(flag('True: gets no new deals')),
  reason: Reason,
});

export const changeRequisite = endpoint({
  method: 'PATCH',
  path: '/requisites/:id',
  operationId: 'changeRequisite',
  summary: 'Change the limits of a requisite',
  description: 'A limit that is null is taken away. The number stays: pause this one and create another.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  params: { id: requisiteInPath },
  body: json(RequisiteChange),
  response: RequisiteShape,
  refusals: requisiteRefusals,
  example: {
    body: {
      dealMax: '50000.00',
      dayDealsMax: 40,
      gapMs: 120_000,
      hours: { zone: 'Europe/Moscow', spans: [{ day: 1, from: '09:00', to: '21:00' }] },
      reason: 'Limit of the bank',
    },
    answer: { ...exampleRequisite, dealMax: '50000.00' },
  },
  async handle(call) {
    const { reason, isPaused, ...settings } = call.body;
    const { id } = call.params;
    await call.context.settings.run(changeRequisiteAct, { id, isPaused, settings }, byOf(call, reason));
    return await requisiteDTO(call.context, requisiteOf(call, id));
  },
});
