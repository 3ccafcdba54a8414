import { Type } from 'typebox';
import { arrivalExceptions, arrivalStatuses } from '../../../domain/arrivals/arrival.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import { type BankAccount, lineStates, openReasons } from '../../../domain/statements/bank-line.ts';
import { directions } from '../../../domain/statements/told.ts';
import type { ListedLine } from '../../../storage/reads/statements/bank-statement-reads.ts';
import type { ApiContext } from '../../context.ts';
import { exampleIds, rubles } from '../../examples.ts';
import { money, oneOf, type ShapeOf } from '../../schemas.ts';
import { figure, flag, nullable, timestampOrNull, words } from '../fields.ts';

export const BankLineShape = Type.Object(
  {
    id: words('Line ID'),
    accountId: figure('Bank account'),
    direction: oneOf(directions, 'Whether it came in or went out'),
    sum: money('How much'),
    bookedOn: words('Day of booking'),
    at: nullable(Type.String(), 'When exactly, where the bank says'),
    reference: nullable(Type.String(), "The bank's own number"),
    party: words('Who sent or got it'),
    purpose: words('What for'),
    state: oneOf(lineStates, 'What it is'),
    held: nullable(oneOf(openReasons), 'Why nothing was recorded; of an open line'),
    isRecorded: flag('Its arrival was made from this line'),
    isTrusted: flag("An operator's file has told of it; false: only a maker's own"),
    arrival: nullable(
      Type.Object({
        id: words('Arrival ID'),
        status: oneOf(arrivalStatuses, 'What became of it'),
        exception: nullable(oneOf(arrivalExceptions), 'Why it did not match by itself'),
      }),
      'The arrival that it is',
    ),
    dealId: nullable(Type.String(), 'The deal or payout whose money it is, or was most likely meant for'),
    makersEntry: nullable(
      Type.String(),
      'An arrival of this sum and time that waits, that only a maker has told of and no line of an operator’s file is: it may be the same money',
    ),
    explanation: nullable(Type.String(), 'What a person says it is'),
    explainedBy: nullable(Type.String(), 'Who says so'),
    explainedAt: nullable(Type.String(), 'Since when'),
  },
  { $id: 'BankLine' },
);
export type BankLineShape = ShapeOf<typeof BankLineShape>;

export function lineDTO(context: ApiContext, account: BankAccount, line: ListedLine): BankLineShape {
  const {
    direction,
    bookedOn,
    reference,
    party,
    purpose,
    state,
    held,
    isRecorded,
    isTrusted,
    makersEntry,
    explanation,
    explainedBy,
  } = line;
  const arrival = line.arrival as {
    status: keyof typeof arrivalStatuses;
    exception: keyof typeof arrivalExceptions | null;
    dealId: string | null;
  } | null;
  return {
    id: String(line.id),
    accountId: account.id,
    direction,
    sum: fiatDTO(context.catalogue(), line.amount, account),
    bookedOn,
    at: timestampOrNull(line.at),
    reference,
    party,
    purpose,
    state,
    held,
    isRecorded,
    isTrusted,
    arrival:
      arrival === null || line.arrivalId === null
        ? null
        : { id: line.arrivalId, status: arrival.status, exception: arrival.exception },
    dealId: line.dealId ?? arrival?.dealId ?? null,
    makersEntry,
    explanation,
    explainedBy,
    explainedAt: timestampOrNull(line.explainedAt),
  };
}

export const exampleLine: BankLineShape = {
  id: '101',
  accountId: 1,
  direction: 'in',
  sum: rubles('1000.00'),
  bookedOn: '2026-11-14',
  at: null,
  reference: 'SBP-20261114-000317',
  party: 'Anna S.',
  purpose: 'Перевод',
  state: 'arrival',
  held: null,
  isRecorded: true,
  isTrusted: true,
  arrival: { id: exampleIds.arrival, status: 'matched', exception: null },
  dealId: exampleIds.invoice,
  makersEntry: null,
  explanation: null,
  explainedBy: null,
  explainedAt: null,
};
