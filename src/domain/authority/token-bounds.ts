import { AppError } from '../../errors/app-error.ts';
import { formatAmount } from '../money/money.ts';
import { readSum } from '../money/setting-fields.ts';
import type { Scope } from '../people/people.ts';
import type { BoundToken, TokenBounds, TokenDay } from '../people/token.ts';
import type { Changes } from '../state/changes.ts';
import { parseRange, rangesHold } from '../text/address-range.ts';
import { dayOf, type Instant } from '../text/timestamp.ts';

/** With these a token moves money, or says that it came. */
const moneyScopes: readonly Scope[] = ['arrivals', 'money'];
export const tokenAddressesMax = 50;
export const tokenRequisitesMax = 1_000;

export function movesMoney(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => moneyScopes.includes(scope));
}

interface WantedBounds {
  readonly addresses: readonly string[];
  readonly dayMax: string | null;
  readonly dayCurrency: string | null;
  readonly requisiteIds: readonly number[] | null;
}

/** In production a token that moves money names from where, and how much. */
export function readTokenBounds(
  { addresses, dayMax, dayCurrency, requisiteIds }: WantedBounds,
  scopes: readonly Scope[],
  { mode, subunit }: { readonly mode: 'sandbox' | 'production'; readonly subunit: number | null },
): TokenBounds {
  const given = [...new Set(addresses.map((range) => range.trim()))];
  const wrong = given.find((range) => parseRange(range) === null);
  if (wrong !== undefined) throw new AppError('invalid_address_range', { field: 'addresses', range: wrong });
  const bounds = {
    addresses: given,
    day: null,
    requisiteIds: requisiteIds === null ? null : [...new Set(requisiteIds)],
  };
  if ((dayMax === null) !== (dayCurrency === null)) {
    throw new AppError('blank', { field: dayMax === null ? 'dayMax' : 'dayCurrency' });
  }
  if (mode === 'production' && movesMoney(scopes) && (dayMax === null || given.length === 0)) {
    throw new AppError('token_bounds_needed', { field: dayMax === null ? 'dayMax' : 'addresses' });
  }
  if (dayMax === null || dayCurrency === null) return bounds;
  if (subunit === null) throw new AppError('currency_not_allowed', { field: 'dayCurrency' });
  const max = readSum(dayMax, subunit, 'dayMax');
  return { ...bounds, day: { max, currency: dayCurrency } };
}

/** One that was made before this was asked for goes on to its end, and is named until then. */
export function isUnbound({ addresses, day }: TokenBounds, scopes: readonly Scope[]): boolean {
  return movesMoney(scopes) && (day === null || addresses.length === 0);
}

export function requireTokenAddress({ addresses }: Pick<TokenBounds, 'addresses'>, address: string | null): void {
  if (addresses.length === 0 || (address !== null && rangesHold(addresses, address))) return;
  throw new AppError('token_address_refused', { address: address ?? 'unknown' });
}

/** A person has no bounds; a token is for all of these, or the act is not for it. */
export function requireTokenRequisites(token: BoundToken | undefined, requisiteIds: readonly number[]): void {
  const { requisiteIds: own = null } = token ?? {};
  const other = own === null ? undefined : requisiteIds.find((id) => !own.includes(id));
  if (other !== undefined) throw new AppError('token_requisite_refused', { requisiteId: other });
}

/**
 * What a token's decision comes to for its bounds: the day with it, or null where nothing is counted. Every transfer that it writes
 * counts, so no act is forgotten; of what decides about money without moving any, a rejected claim counts as its deals do, and
 * saying that money was sent back is left to people.
 */
export function boundByToken(
  token: BoundToken,
  changes: Changes,
  { today, now, subunitOf }: { readonly today: TokenDay; readonly now: Instant; readonly subunitOf: SubunitOf },
): TokenDay | null {
  // That a deal has run out of time is nobody's act.
  const decided = changes.deals.filter(({ status }) => status !== 'expired');
  const concerned = [...changes.arrivals, ...decided].map(({ requisiteId }) => requisiteId);
  requireTokenRequisites(
    token,
    concerned.filter((id) => id !== null),
  );
  if (token.requisiteIds !== null && isOfNoRequisite(changes)) throw new AppError('forbidden');
  if (token.day === null) return null;
  const { max, currency } = token.day;
  if (changes.arrivals.some(({ status }) => status === 'returned')) throw new AppError('people_only');
  const spent = spentOf(changes, currency);
  if (spent === 0n) return null;
  const day = Math.max(today.day, dayOf(now));
  const daySum = (day === today.day ? today.daySum : 0n) + (spent ?? 0n);
  if (spent === null || daySum > max) {
    throw new AppError('token_day_spent', { max: formatAmount(max, subunitOf(currency)), currency });
  }
  return { tokenId: token.id, day, daySum };
}

/** Money that comes from outside, or leaves: of no requisite, so not for a token that is for some. */
function isOfNoRequisite({ withdrawals, transfers }: Changes): boolean {
  return withdrawals.length > 0 || transfers.some(({ kind }) => kind === 'top_up');
}

type SubunitOf = (currency: string) => number;

/** Null: it moves another currency. */
function spentOf({ transfers, disputeFacts, deals }: Changes, currency: string): bigint | null {
  if (transfers.some((transfer) => transfer.currency !== currency)) return null;
  const moved = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const isRejected = disputeFacts.some(({ kind }) => kind === 'rejected');
  return isRejected ? deals.reduce((sum, { makerSum }) => sum + makerSum, moved) : moved;
}
