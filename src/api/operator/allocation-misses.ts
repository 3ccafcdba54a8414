import { Type } from 'typebox';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { listAllocationMisses as listMisses } from '../../storage/reads/load-reads.ts';
import { Money } from '../schemas.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { ListQuery, pageDTO, pageQuery } from './list-query.ts';

const reasons = ['no_requisite', 'amount_out_of_bounds', 'amount_busy', 'limits', 'maker_balance'] as const;

export const listAllocationMisses: OperatorEndpoint = {
  method: 'GET',
  path: '/allocation-misses',
  operationId: 'listAllocationMisses',
  summary: 'Payers who could not be given requisites, and why',
  description: 'Newest first.',
  roles: ['operator'],
  scope: 'read',
  query: pageQuery,
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        invoiceId: Type.String({ description: 'Which invoice' }),
        storeId: Type.Integer(),
        option: nullable(Type.String()),
        bank: nullable(Type.String()),
        sum: Money,
        reason: Type.Enum([...reasons], { description: 'What was missing' }),
        at: Type.String(),
      }),
    ),
    next: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  async handle({ context, request }) {
    const page = await listMisses(context.pool, new ListQuery(request).page('number'));
    return pageDTO(page, ({ id, method, amount, currency, at, ...miss }) => ({
      ...miss,
      id: String(id),
      bank: method,
      sum: moneyDTO(amount, currencyOf(context.catalogue(), currency)),
      at: formatTimestamp(at),
    }));
  },
};
