import { Type } from 'typebox';
import { recordArrival } from '../../../commands/record-arrival.ts';
import { olderMaxMs } from '../../../domain/arrival.ts';
import { AppError } from '../../../errors.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { amount, foundRowId, hasText, note } from '../fields.ts';
import { ArrivalShape, arrivalDTO, exampleArrival } from './arrival-shape.ts';

const EnterArrivalBody = Type.Object({
  requisiteId: foundRowId('Where the money came to'),
  amount: amount('A decimal sum as a string'),
  reference: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: hasText,
    description: "The bank's own number of the transfer: entered twice, it is one arrival",
  }),
  arrivedAt: note(
    40,
    'When it came, ISO 8601, with the offset of its time zone; now when absent. What came more than two minutes before the deal over its sum began is held: as `before_deal` up to a day, else as `nobody`',
  ),
  reason: note(1000, 'Why; it is kept in the audit log'),
});

export const enterArrival = endpoint({
  method: 'POST',
  path: '/arrivals',
  operationId: 'enterArrival',
  summary: 'Enter money that arrived',
  description:
    "Settles the one running deal over this sum, or holds the money for a person with the reason in `exception`. Another sum is thought to be a deal’s only where no other deal ran on the requisite when it came. A sum without a deal of its own, with which a person has settled a deal of the requisite since a day before, and of whose money no bank has told, is held as `twice` for that deal, or as `late` while it is in dispute. Safe to repeat by `reference`, the bank's own number of the transfer, which also stands in for a reason.",
  tag: 'Arrivals',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  body: json(EnterArrivalBody),
  response: ArrivalShape,
  refusals: ['arrival_reference_reused', 'invalid_amount', 'not_found'],
  takesKey: true,
  example: {
    body: { requisiteId: 1, amount: '1000.00', reference: exampleArrival.reference },
    answer: exampleArrival,
  },
  async handle({ context, body, actor }) {
    const { requisiteId, amount: sum, reference, arrivedAt, reason } = body;
    const command = recordArrival({
      actor,
      reason: reason?.trim() || `bank reference ${reference}`,
      id: context.newId(),
      requisiteId,
      amount: sum,
      arrivedAt: readInstant(arrivedAt ?? null, context.clock()),
      reference,
    });
    return act(command, (arrival) => arrivalDTO(context, arrival));
  },
});

/** Money cannot have come in the future, nor before banks kept time: such a value is a mistake in the program that sent it. */
function readInstant(text: string | null, now: number): number {
  if (text === null || text === '') return now;
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || instant < 0 || instant > now + olderMaxMs) {
    throw new AppError('wrong_type', { field: 'arrivedAt', type: 'date-time in the past' });
  }
  return instant;
}
