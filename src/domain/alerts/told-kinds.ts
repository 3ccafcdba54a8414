import { AppError } from '../../errors/app-error.ts';
import type { Role } from '../people/audit.ts';

/** What people can be told, and which role each kind is for. */
export const toldKinds = {
  /** A deal on one's own requisites. */
  deal: ['maker'],
  /** A payout that waits for a maker. */
  payout: ['maker'],
  dispute: ['operator', 'maker', 'merchant'],
  /** A phone of which nothing is heard. */
  device: ['operator', 'maker'],
  /** Less is left than the person has said, at most once a day for each account. */
  balance: ['operator', 'maker', 'merchant'],
  /** Too old to start deals with. */
  rate: ['operator'],
  /** Something is wrong with the books, or money is stopped. */
  audit: ['operator'],
  /** A withdrawal was asked for. */
  withdrawal: ['operator', 'merchant'],
  /** A number that an operator has added to a maker's. Nobody asks for it or turns it off: its people hear it on all they have. */
  requisite: [],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type ToldKind = keyof typeof toldKinds;
export const allToldKinds = Object.keys(toldKinds) as readonly ToldKind[];

/** What people are sent without a wish: codes, and what has changed about their access. */
export type SentKind = ToldKind | 'code' | 'enrolment' | 'access';

/** What else somebody hears at every confirmed address: who could get into the account now, or not any more. */
export const accessNewsKinds = {
  password: 'password',
  factor: 'factor',
  factorRemoved: 'factorRemoved',
  enrolmentCode: 'enrolmentCode',
  device: 'device',
} as const;
export type AccessNewsKind = keyof typeof accessNewsKinds;

export const channelKinds = { email: 'email', telegram: 'telegram', push: 'push', webhook: 'webhook' } as const;
export type ChannelKind = keyof typeof channelKinds;

export const toldLanguages = { en: 'en', ru: 'ru' } as const;
export type ToldLanguage = keyof typeof toldLanguages;

export const channelsMax = 8;
/** Each begins with a message to an address that may be somebody else's. */
export const channelsPerDayMax = 10;
export const wrongCodesMax = 5;
export const codeLifetimeMs = 3_600_000;
/** Longer than anything is open that somebody could be told again. */
export const toldKeptMs = 90 * 24 * 3_600_000;
export const lowBalanceMax = 1_000_000_000;

export function kindsOfRole(role: Role): readonly ToldKind[] {
  return allToldKinds.filter((kind) => (toldKinds[kind] as readonly Role[]).includes(role));
}

export interface ToldWish {
  readonly kind: ToldKind;
  readonly channelIds: readonly number[];
}

/** Only what is for the role, and only to channels that are confirmed; each kind once. */
export function requireWishes(role: Role, wishes: readonly ToldWish[], confirmed: ReadonlySet<number>): void {
  const kinds = kindsOfRole(role);
  for (const { kind, channelIds } of wishes) {
    if (!kinds.includes(kind)) throw new AppError('told_kind_not_yours', { field: 'wishes', kind });
    if (channelIds.some((id) => !confirmed.has(id))) throw new AppError('channel_not_confirmed', { field: 'wishes' });
  }
}

/** Who somebody is to what they hear. */
export function audienceOf(user: {
  readonly role: Role;
  readonly makerId: number | null;
  readonly merchantId: number | null;
}): string {
  return `${user.role} ${user.makerId ?? user.merchantId ?? ''}`.trim();
}
