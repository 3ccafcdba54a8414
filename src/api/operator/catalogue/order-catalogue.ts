import { Type } from 'typebox';
import { kinds } from '../../../domain/reference-data.ts';
import { orderCatalogue as orderCatalogueAct } from '../../../settings/order-catalogue.ts';
import { json } from '../../endpoint.ts';
import { oneOf } from '../../schemas.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { optional, Reason, text } from '../fields.ts';
import { CatalogueShape, catalogueDTO, exampleCatalogue } from './catalogue-shape.ts';

const OrderBody = Type.Object({
  kind: oneOf(kinds, 'What is put in order'),
  currency: optional(text(10, 'Currency code'), 'Of banks; null for the others'),
  codes: Type.Array(text(50, 'As requests name it'), {
    minItems: 1,
    maxItems: 1_000,
    description: 'Those that come first, in this order',
  }),
  reason: Reason,
});

export const orderCatalogue = endpoint({
  method: 'POST',
  path: '/catalogue/order',
  operationId: 'orderCatalogue',
  summary: 'Put currencies, banks or ways to pay in another order',
  description: 'Payers and merchants see them in this order. Those that are not named follow as they stood.',
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  body: json(OrderBody),
  response: CatalogueShape,
  refusals: ['invalid_choice', 'not_found'],
  example: {
    body: { kind: 'bank', currency: 'RUB', codes: ['raiffeisenbank', 'vtb'], reason: 'Most payers have it' },
    answer: { ...exampleCatalogue, banks: [...exampleCatalogue.banks].reverse() },
  },
  async handle(call) {
    const { kind, currency = null, codes, reason } = call.body;
    const wish = { kind, currency: kind === 'bank' ? currency : null, codes };
    await call.context.settings.run(orderCatalogueAct, wish, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
