import { Type } from 'typebox';
import { currencyOf, type Requisite } from '../../../domain/catalogue.ts';
import { formatAmount } from '../../../domain/money.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { findRequisiteUse, type RequisiteUse } from '../../../storage/reads/load-reads.ts';
import { exampleRequisites } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import { noNul, type ShapeOf } from '../../schemas.ts';
import type { OperatorCall, OperatorContext } from '../endpoint.ts';
import { amount, figure, flag, integer, nullable, optional, words } from '../fields.ts';

const notes = {
  holder: 'Name of the owner',
  dealMin: 'The smallest deal; null: no limit',
  dealMax: 'The largest deal; null: no limit',
  dayMax: 'The most it takes in a day; null: no limit',
  activeDealsMax: 'How many deals may run on it at once; null: any number',
  restMs: 'How long an amount rests after a deal, in milliseconds',
} as const;

/** What a request may set. */
export const requisiteLimits = {
  holder: Type.Optional(Type.String({ maxLength: 200, ...noNul, description: notes.holder })),
  dealMin: optional(amount('A decimal sum as a string'), notes.dealMin),
  dealMax: optional(amount('A decimal sum as a string'), notes.dealMax),
  dayMax: optional(amount('A decimal sum as a string'), notes.dayMax),
  activeDealsMax: optional(integer(1, 1_000_000, 'How many'), notes.activeDealsMax),
  restMs: Type.Optional(integer(0, 2_000_000_000, notes.restMs)),
};

export const requisiteRefusals: readonly ErrorCode[] = [
  'currency_not_allowed',
  'invalid_amount',
  'invalid_requisite',
  'payment_method_not_allowed',
  'payment_option_not_allowed',
];

export const RequisiteShape = Type.Object({
  id: figure('ID'),
  makerId: figure('Which maker'),
  option: words('Way to pay'),
  bank: words('Bank code'),
  currency: words('Currency code'),
  number: words('Card, phone or account'),
  holder: words(notes.holder),
  isPaused: flag('True: gets no new deals'),
  dealMin: nullable(Type.String(), notes.dealMin),
  dealMax: nullable(Type.String(), notes.dealMax),
  dayMax: nullable(Type.String(), notes.dayMax),
  activeDealsMax: nullable(Type.Integer(), notes.activeDealsMax),
  restMs: figure(notes.restMs),
  activeDeals: figure('Deals that run on it now'),
  dayTurnover: words('What it was given today'),
});
type RequisiteShape = ShapeOf<typeof RequisiteShape>;

export const exampleRequisite: RequisiteShape = {
  id: 1,
  makerId: 1,
  option: 'TO_CARD',
  bank: 'sberbank',
  currency: 'RUB',
  number: exampleRequisites.requisites,
  holder: exampleRequisites.holder,
  isPaused: false,
  dealMin: null,
  dealMax: null,
  dayMax: '300000.00',
  activeDealsMax: null,
  restMs: 3_600_000,
  activeDeals: 1,
  dayTurnover: '1000.00',
};

export const requisiteInPath = idInPath('Requisite ID');

export function requisiteOf({ context }: OperatorCall, id: number): Requisite {
  const requisite = context.catalogue().requisiteById.get(id);
  if (requisite === undefined) throw new AppError('not_found');
  return requisite;
}

/** With what runs on them: read for all of them at once. */
export async function requisitesDTO(
  context: OperatorContext,
  requisites: readonly Requisite[],
): Promise<(requisite: Requisite) => RequisiteShape> {
  const ids = requisites.map(({ id }) => id);
  const use = await findRequisiteUse(context.pool, ids, context.clock());
  return (requisite) => shown(context, requisite, use.get(requisite.id));
}

export async function requisiteDTO(context: OperatorContext, requisite: Requisite): Promise<RequisiteShape> {
  return (await requisitesDTO(context, [requisite]))(requisite);
}

function shown(context: OperatorContext, requisite: Requisite, use: RequisiteUse | undefined): RequisiteShape {
  const { subunit } = currencyOf(context.catalogue(), requisite.currency);
  const orNull = (sum: bigint | null) => (sum === null ? null : formatAmount(sum, subunit));
  const { dealMin, dealMax, dayMax, ...plain } = requisite;
  return {
    ...plain,
    dealMin: orNull(dealMin),
    dealMax: orNull(dealMax),
    dayMax: orNull(dayMax),
    activeDeals: use?.activeDeals ?? 0,
    dayTurnover: formatAmount(use?.daySum ?? 0n, subunit),
  };
}
