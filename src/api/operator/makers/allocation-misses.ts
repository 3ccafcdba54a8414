import { Type } from 'typebox';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { missReasons } from '../../../domain/payins/allocation.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { listAllocationMisses as listMisses } from '../../../storage/reads/invoices/load-reads.ts';
import { at, exampleIds, rubles } from '../../examples.ts';
import { money, oneOf } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { figure, nullable, words } from '../fields.ts';
import { longPageQuery, page, pageDTO } from '../paging.ts';

const read = readsOf({ tag: 'Makers and requisites', roles: ['operator'] });

const Miss = Type.Object({
  id: words('ID'),
  invoiceId: words('Which invoice'),
  storeId: figure('Store ID'),
  option: nullable(Type.String(), 'Way to pay'),
  bank: nullable(Type.String(), 'Bank code'),
  sum: money('How much'),
  reason: oneOf(missReasons, 'What was missing'),
  at: words('When somebody asked'),
});

export const listAllocationMisses = read({
  path: '/allocation-misses',
  operationId: 'listAllocationMisses',
  summary: 'Payers who could not be given requisites, and why',
  description: 'Newest first.',
  mayBeBehind: true,
  query: longPageQuery,
  response: page(Miss),
  example: {
    answer: {
      items: [
        {
          id: '17',
          invoiceId: exampleIds.invoice,
          storeId: 1,
          option: 'TO_CARD',
          bank: 'sberbank',
          sum: rubles('1000.00'),
          reason: 'amount_busy',
          at: at('12:00:00'),
        },
      ],
      next: null,
    },
  },
  async handle({ context, query }) {
    const found = await listMisses(context.pool, query);
    return pageDTO(found, ({ id, amount, currency, at: missedAt, ...miss }) => ({
      ...miss,
      id: String(id),
      sum: moneyDTO(amount, currencyOf(context.catalogue(), currency)),
      at: formatTimestamp(missedAt),
    }));
  },
});
