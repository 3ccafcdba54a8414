import { AppError } from '../../errors/app-error.ts';
import type { MemberRight } from '../people/people.ts';
import { requireCovers } from '../people/team.ts';
import { parseRange, rangesHold } from '../text/address-range.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * Names a program of a store. A key may be limited to some acts (scopes) and some addresses. A limited key signs with a secret
 * of its own, and any other may: otherwise its holder could sign for the other keys.
 */
export interface ApiKey {
  readonly storeId: number;
  readonly scopes: readonly KeyScope[];
  /** Addresses and ranges it may be used from; none: any. */
  readonly addresses: readonly string[];
  /** Null: the merchant's. */
  readonly secret: string | null;
  /** A key that another one has replaced ends by itself; the snapshot may outlive it, so the clock decides. */
  readonly validUntil: Instant | null;
}

const keyScopes = { read: 'read', payin: 'payin', payout: 'payout', withdraw: 'withdraw' } as const;
export type KeyScope = keyof typeof keyScopes;
export const allKeyScopes = Object.values(keyScopes);

export const keyAddressesMax = 50;
export const keyNameCharactersMax = 100;
/** Revoked ones do not count. Rotation needs two; the rest is for servers of their own. */
export const validKeysMax = 50;

/** What a key may do, as people set it. */
export interface KeyLimits {
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
}

export const unlimited: KeyLimits = { scopes: allKeyScopes, addresses: [] };

export function isLimited({ scopes, addresses }: KeyLimits): boolean {
  return addresses.length > 0 || allKeyScopes.some((scope) => !scopes.includes(scope));
}

/** Limits bind a key only if nothing else signs for it, and if what signs for it signs for no other. */
export function signsAlone({ hasOwnSecret, ...limits }: KeyLimits & { readonly hasOwnSecret: boolean }): boolean {
  return hasOwnSecret || isLimited(limits);
}

/**
 * A server that holds the merchant's secret can name any of the merchant's keys, so limiting the one it uses would bind nobody.
 * Keys that were limited so before this was refused go on working, and may be changed.
 */
export function requireOwnSecret(before: KeyLimits & { readonly hasOwnSecret: boolean }, after: KeyLimits): void {
  if (before.hasOwnSecret || isLimited(before) || !isLimited(after)) return;
  throw new AppError('key_shares_secret');
}

/** Whether a key could then do something, or be used from somewhere, that it could not before. */
export function isWider(before: KeyLimits, after: KeyLimits): boolean {
  const hasMoreScopes = after.scopes.some((scope) => !before.scopes.includes(scope));
  const hasMoreAddresses =
    before.addresses.length > 0 &&
    (after.addresses.length === 0 || after.addresses.some((range) => !before.addresses.includes(range)));
  return hasMoreScopes || hasMoreAddresses;
}

/** Somebody of the merchant who makes, widens or replaces what signs for it. An operator is none. */
export interface KeyHolder {
  /** Null: an owner. */
  readonly rights: readonly MemberRight[] | null;
  /** Of the person or of the business, whose code was given: something beside a password, which may be stolen. */
  readonly hasFactor: boolean;
}

const rightOfScope = {
  payin: 'payins',
  payout: 'payouts',
  withdraw: 'withdrawals',
} as const satisfies Partial<Record<KeyScope, MemberRight>>;

/** A key can do no more than the one who made it, and none that lets money out comes from a password alone. */
export function requireMayHold(
  holder: KeyHolder | null,
  scopes: readonly KeyScope[],
  mode: 'sandbox' | 'production',
): void {
  if (holder === null) return;
  requireCovers(
    holder,
    scopes.flatMap((scope) => (scope === 'read' ? [] : [rightOfScope[scope]])),
    'scopes',
  );
  if (scopes.includes('payout') || scopes.includes('withdraw')) requireFactor(holder, mode);
}

export function requireFactor(holder: KeyHolder | null, mode: 'sandbox' | 'production'): void {
  if (mode === 'production' && holder?.hasFactor === false) throw new AppError('second_factor_required');
}

/** Each once, in one order; at least one scope. */
export function readKeyLimits({ scopes, addresses }: KeyLimits): KeyLimits {
  const given = addresses.map((range) => range.trim());
  const wrong = given.find((range) => parseRange(range) === null);
  if (wrong !== undefined) throw new AppError('invalid_address_range', { field: 'addresses', range: wrong });
  if (scopes.length === 0) throw new AppError('blank', { field: 'scopes' });
  return { scopes: allKeyScopes.filter((scope) => scopes.includes(scope)), addresses: [...new Set(given)] };
}

export function isValidKey({ validUntil }: Pick<ApiKey, 'validUntil'>, now: Instant): boolean {
  return validUntil === null || now < validUntil;
}

/** Which scope an operation needs. Some need the one that fits the invoice, which is said in the body or named in the path. */
export type NeededScope = KeyScope | 'type of body' | 'type of invoice';

/** The scopes of which a key must have one before anything is known of the invoice. */
export function possibleScopes(needed: NeededScope): readonly KeyScope[] {
  return scopesFor[needed];
}

const byType = ['payin', 'payout'] as const;
/** Made once: every request asks. */
const scopesFor: Readonly<Record<NeededScope, readonly KeyScope[]>> = {
  read: ['read'],
  payin: ['payin'],
  payout: ['payout'],
  withdraw: ['withdraw'],
  'type of body': byType,
  'type of invoice': byType,
};

export function scopeOfDirection(type: 'in' | 'out'): KeyScope {
  return type === 'in' ? 'payin' : 'payout';
}

export function hasAllScopes({ scopes }: Pick<ApiKey, 'scopes'>, wanted: readonly KeyScope[]): boolean {
  return wanted.every((scope) => scopes.includes(scope));
}

export function requireOneScope({ scopes }: Pick<ApiKey, 'scopes'>, wanted: readonly KeyScope[]): void {
  if (wanted.some((scope) => scopes.includes(scope))) return;
  throw new AppError('key_scope_missing', { scope: wanted.join(' or ') });
}

export function requireKeyAddress({ addresses }: Pick<ApiKey, 'addresses'>, address: string | null): void {
  if (addresses.length === 0 || (address !== null && rangesHold(addresses, address))) return;
  throw new AppError('key_address_refused', { address: address ?? 'unknown' });
}

/** Enough to know a key by, not enough to use it. */
export function shortKey(key: string): string {
  return `${key.slice(0, 8)}…`;
}
