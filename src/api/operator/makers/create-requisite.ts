import { Type } from 'typebox';
import { createRequisite as createRequisiteAct } from '../../../settings/create-requisite.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, rowId, text } from '../fields.ts';
import {
  exampleRequisite,
  RequisiteShape,
  requisiteDTO,
  requisiteOf,
  requisiteRefusals,
  requisiteWishes,
} from './requisite-shape.ts';

const NewRequisite = Type.Object({
  makerId: rowId('Which maker'),
  option: text(50, 'Way to pay'),
  bank: text(50, 'Bank code'),
  currency: text(10, 'Currency code'),
  number: text(255, 'Card, phone or account; its check digits are checked'),
  ...requisiteWishes,
  reason: Reason,
});

export const createRequisite = endpoint({
  method: 'POST',
  path: '/requisites',
  operationId: 'createRequisite',
  summary: 'Create a requisite',
  description: 'In production it waits until another operator, or its maker, has [accepted](#acceptRequisites) it.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewRequisite),
  response: RequisiteShape,
  refusals: [...requisiteRefusals, 'requisite_taken', 'not_found'],
  example: {
    body: {
      makerId: 1,
      option: 'TO_CARD',
      bank: 'sberbank',
      currency: 'RUB',
      number: exampleRequisite.number,
      holder: exampleRequisite.holder,
      dayMax: '300000.00',
      reason: 'New card',
    },
    answer: {
      ...exampleRequisite,
      monthMax: null,
      dayDealsMax: null,
      gapMs: null,
      hours: null,
      activeDeals: 0,
      dayTurnover: '0.00',
      dayDeals: 0,
      monthTurnover: '0.00',
    },
  },
  async handle(call) {
    const { makerId, reason, ...settings } = call.body;
    const id = await call.context.settings.run(createRequisiteAct, { makerId, settings }, byOf(call, reason));
    return await requisiteDTO(call.context, requisiteOf(call, id));
  },
});
