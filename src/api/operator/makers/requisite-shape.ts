import { Type } from 'typebox';
import type { Requisite } from '../../../domain/makers/requisite.ts';
import { requisiteLimits } from '../../../domain/makers/requisite-settings.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { writeSettings } from '../../../domain/money/setting-fields.ts';
import { fullWeight, routingSince } from '../../../domain/payins/routing.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { hoursSetting } from '../../../domain/text/weekly-hours.ts';
import { AppError, type ErrorCode } from '../../../errors/app-error.ts';
import { findRequisiteUse, type RequisiteUse } from '../../../storage/reads/invoices/load-reads.ts';
import { findRecentDeals, type RecentDeals } from '../../../storage/reads/payins/routing-reads.ts';
import { exampleRequisites } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorCall, OperatorContext } from '../endpoint.ts';
import { figure, flag, integer, nullable, optional, text, words } from '../fields.ts';
import { settingAnswers, settingWishes, usualAnswer } from '../setting-shapes.ts';

const notes = { holder: 'Name of the owner', hours: 'When it gets new deals; null: always' } as const;

/** A day is one of UTC for the counters; for hours it is one of their own zone. */
const Hours = Type.Object({
  zone: text(60, 'Time zone, as in `Europe/Moscow`'),
  spans: Type.Array(
    Type.Object({
      day: integer(1, 7, '1 is Monday, 7 is Sunday'),
      from: text(5, 'The first minute, as in `09:00`'),
      to: text(5, 'The first minute after it, up to `24:00`; before `from`: on the next day'),
    }),
    { maxItems: 100, description: 'The hours of each day' },
  ),
});

/** What a request may set. */
export const requisiteWishes = {
  holder: Type.Optional(Type.String({ maxLength: 200, description: notes.holder })),
  ...settingWishes(requisiteLimits),
  hours: optional(Hours, notes.hours),
};

export const requisiteRefusals: readonly ErrorCode[] = [
  'currency_not_allowed',
  'invalid_amount',
  'invalid_hours',
  'invalid_requisite',
  'invalid_time_zone',
  'number_in_words',
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
  isPausedByOperator: flag('True: only an operator resumes it'),
  isWaiting: flag('True: gets no deals until another operator or its maker has accepted it'),
  usableFrom: nullable(
    Type.String(),
    'An hour after it was accepted, when it gets its first deals; null: it waits, or gets them',
  ),
  addedBy: nullable(Type.String(), 'Login of the operator who has added it; null: the machine, or long ago'),
  ...settingAnswers(requisiteLimits),
  hours: nullable(Hours, notes.hours),
  activeDeals: figure('Deals that run on it now'),
  dayTurnover: words('What it was given today'),
  dayDeals: figure('How many deals started on it today'),
  monthTurnover: words('What it was given this month'),
  weight: figure(
    'How many deals it gets beside one that does well, of a thousand: by what became of those of the last hours',
  ),
  recentEnded: figure('Deals that ended, of invoices of the last hours'),
  recentPaid: figure('How many of them were paid'),
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
  isPausedByOperator: false,
  isWaiting: false,
  usableFrom: null,
  addedBy: null,
  ...usualAnswer(requisiteLimits, 2),
  dayMax: '300000.00',
  monthMax: '3000000.00',
  dayDealsMax: 40,
  gapMs: 120_000,
  hours: { zone: 'Europe/Moscow', spans: [{ day: 1, from: '09:00', to: '21:00' }] },
  activeDeals: 1,
  dayTurnover: '1000.00',
  dayDeals: 1,
  monthTurnover: '25000.00',
  weight: 1_000,
  recentEnded: 20,
  recentPaid: 17,
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
  const now = context.clock();
  const use = await findRequisiteUse(context.pool, ids, now);
  const recent = await findRecentDeals(context.pool, ids, routingSince(now));
  return (requisite) => shown(context, requisite, { ...use.get(requisite.id), ...recent.get(requisite.id) });
}

export async function requisiteDTO(context: OperatorContext, requisite: Requisite): Promise<RequisiteShape> {
  return (await requisitesDTO(context, [requisite]))(requisite);
}

function shown(
  context: OperatorContext,
  requisite: Requisite,
  use: Partial<RequisiteUse & RecentDeals>,
): RequisiteShape {
  const { subunit } = currencyOf(context.catalogue(), requisite.currency);
  const { hours, usableFrom, ...plain } = requisite;
  const isNew = usableFrom !== null && context.clock() < usableFrom;
  return {
    ...plain,
    isWaiting: usableFrom === null,
    usableFrom: isNew ? formatTimestamp(usableFrom) : null,
    ...writeSettings(requisiteLimits, requisite, subunit),
    hours: hours === null ? null : hoursSetting(hours),
    activeDeals: use.activeDeals ?? 0,
    dayTurnover: formatAmount(use.daySum ?? 0n, subunit),
    dayDeals: use.dayDeals ?? 0,
    monthTurnover: formatAmount(use.monthSum ?? 0n, subunit),
    weight: context.catalogue().weights.get(requisite.id) ?? fullWeight,
    recentEnded: use.ended ?? 0,
    recentPaid: use.paid ?? 0,
  };
}
