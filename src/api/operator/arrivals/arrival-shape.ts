import { Type } from 'typebox';
import { type ResolveArrival, resolveArrival } from '../../../commands/arrivals/resolve-arrival.ts';
import { type Arrival, arrivalExceptions, arrivalStatuses } from '../../../domain/arrivals/arrival.ts';
import { tellers } from '../../../domain/arrivals/teller.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import { links } from '../../../domain/phones/balance-chain.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ListedMessage } from '../../../storage/reads/messages/message-reads.ts';
import { type Act, act } from '../../act.ts';
import type { ApiContext } from '../../context.ts';
import { at, exampleIds, exampleRequisites, rubles } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { money, oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, nullable, timestampOrNull, words } from '../fields.ts';

export const ArrivalShape = Type.Object(
  {
    id: words('Arrival ID, a UUID'),
    requisiteId: figure('Where the money came to'),
    requisite: nullable(
      Type.Object({
        number: words('Card, phone or account'),
        holder: words('Name of the owner'),
        bank: words('Bank code'),
        option: words('Way to pay'),
        makerId: figure('Which maker'),
        makerName: words('Whose it is'),
      }),
      'The same with its number, bank and maker',
    ),
    sum: money('How much came'),
    arrivedAt: words('When, by the bank'),
    reference: words("The bank's own number of the transfer"),
    status: oneOf(arrivalStatuses, 'Received is matched, held or returned'),
    exception: nullable(oneOf(arrivalExceptions), 'Why it did not match by itself; null when it did'),
    dealId: nullable(Type.String(), 'The deal it paid, or was most likely meant for'),
    enteredBy: words('Who entered it: a login; where a maker looks, `operator` and `merchant` for others'),
    toldBy: oneOf(
      tellers,
      'Who told of it first: an operator, a maker, a message on a maker’s phone (`phone`), a bank’s file of an operator or of a maker; `operator` also for what was matched before this was written down',
    ),
    createdAt: words('When it was entered'),
    resolvedAt: nullable(Type.String(), 'When it was matched or returned'),
    message: nullable(
      Type.Object({
        id: words('Message ID'),
        phoneName: words('The phone it came to'),
        text: words('As it came'),
        chain: nullable(
          oneOf(links),
          'Whether the balance it tells follows from the one before: `first` has none before it, `kept`, `broken`',
        ),
      }),
      "The message of the maker's phone that told of it; only in lists",
    ),
  },
  { $id: 'OperatorArrival' },
);
export type ArrivalShape = ShapeOf<typeof ArrivalShape>;

export function arrivalDTO(context: ApiContext, arrival: Arrival, told?: ListedMessage): ArrivalShape {
  const { id, requisiteId, reference, status, exception, dealId, enteredBy, toldBy } = arrival;
  return {
    id,
    requisiteId,
    requisite: requisiteOf(context, requisiteId),
    sum: fiatDTO(context.catalogue(), arrival.amount, arrival),
    arrivedAt: formatTimestamp(arrival.arrivedAt),
    reference,
    status,
    exception,
    dealId,
    enteredBy,
    toldBy,
    createdAt: formatTimestamp(arrival.createdAt),
    resolvedAt: timestampOrNull(arrival.resolvedAt),
    message:
      told === undefined
        ? null
        : { id: String(told.id), phoneName: told.phoneName, text: told.text, chain: told.read?.link ?? null },
  };
}

/** Where it came to, in words: an operator compares it with what the payer shows. */
function requisiteOf(context: ApiContext, requisiteId: number): ArrivalShape['requisite'] {
  const { requisiteById, makers } = context.catalogue();
  const requisite = requisiteById.get(requisiteId);
  if (requisite === undefined) return null;
  const { number, holder, bank, option, makerId } = requisite;
  return { number, holder, bank, option, makerId, makerName: makers.get(makerId)?.name ?? '' };
}

export const arrivalInPath = uuidInPath('Arrival ID, a UUID', exampleIds.arrival);

/** What a person decides about an arrival that is held. */
export function resolveAct(
  { context, actor }: OperatorCall,
  { id, reason }: { readonly id: string; readonly reason: string },
  answer: ResolveArrival['answer'],
): Act<ArrivalShape> {
  const command = resolveArrival({ actor, reason, arrivalId: id, answer });
  return act(command, (arrival) => arrivalDTO(context, arrival));
}

export const exampleArrival: ArrivalShape = {
  id: exampleIds.arrival,
  requisiteId: 1,
  requisite: {
    number: exampleRequisites.requisites,
    holder: exampleRequisites.holder,
    bank: 'sberbank',
    option: 'TO_CARD',
    makerId: 1,
    makerName: 'Desk 2',
  },
  sum: rubles('1000.00'),
  arrivedAt: at('12:06:30'),
  reference: 'SBP-20261114-000317',
  status: 'matched',
  exception: null,
  dealId: exampleIds.invoice,
  enteredBy: 'boris',
  toldBy: 'operator',
  createdAt: at('12:06:30'),
  resolvedAt: at('12:06:30'),
  message: null,
};

export const exampleHeldArrival: ArrivalShape = {
  ...exampleArrival,
  sum: rubles('900.00'),
  status: 'held',
  exception: 'short',
  resolvedAt: null,
};
