import { Type } from 'typebox';
import { fiat } from '../../../domain/money.ts';
import { fiatDTO } from '../../../domain/money-dto.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { AppError } from '../../../errors.ts';
import { findLines } from '../../../storage/reads/bank-statement-reads.ts';
import { listCandidates } from '../../../storage/reads/line-candidates.ts';
import { at, exampleIds, rubles } from '../../examples.ts';
import { money, oneOf } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { flag, nullable, words } from '../fields.ts';
import { all } from '../paging.ts';
import { lineInPath } from './work-lines.ts';

const kinds = { arrival: 'arrival', deal: 'deal', payout: 'payout' } as const;

const CandidateShape = Type.Object(
  {
    id: words('ID to link the line with'),
    kind: oneOf(kinds, 'An arrival, a deal that a person settled, or a payout'),
    invoiceId: nullable(Type.String(), 'Invoice of the deal'),
    requisite: words('Where the money came to; empty for a payout'),
    sum: money('How much'),
    at: words('When it came, was settled, or began'),
    status: words('What became of it'),
    isSettled: flag('False: the deal waits for this money. Settle it first, then link it.'),
  },
  { $id: 'LineCandidate' },
);

export const listLineCandidates = endpoint({
  method: 'GET',
  path: '/bank-lines/:id/candidates',
  operationId: 'listLineCandidates',
  summary: 'List money of ours that a line may be',
  description:
    'Over the same sum, on the same bank account, from eight days before the booking to three days after it, that no line of an operator’s file is yet. The nearest in time first, at most 20.',
  tag: 'Bank statements',
  roles: ['operator'],
  scope: 'read',
  params: { id: lineInPath },
  response: all(CandidateShape),
  refusals: [],
  example: {
    answer: {
      items: [
        {
          id: exampleIds.invoice,
          kind: 'deal',
          invoiceId: exampleIds.invoice,
          requisite: '2200000000000012',
          sum: rubles('1000.00'),
          at: at('12:06:30'),
          status: 'completed',
          isSettled: true,
        },
      ],
    },
  },
  async handle({ context, params }) {
    const found = (await findLines(context.pool, [params.id])).get(params.id);
    if (found === undefined) throw new AppError('not_found');
    const { requisiteById } = context.catalogue();
    const items = (await listCandidates(context.pool, found)).map(
      ({ amount, currency, at: instant, requisiteId, ...row }) => ({
        ...row,
        requisite: requisiteById.get(requisiteId ?? 0)?.number ?? '',
        sum: fiatDTO(context.catalogue(), fiat(amount), { currency }),
        at: formatTimestamp(instant),
      }),
    );
    return { items };
  },
});
