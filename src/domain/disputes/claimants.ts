import { AppError } from '../../errors/app-error.ts';
import type { Deal, DealDispute } from '../invoices/deal.ts';
import { type Claimant, papersAwaited } from '../invoices/deal-dispute.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { Instant } from '../text/timestamp.ts';
import type { DisputeRules } from './dispute-clock.ts';

/**
 * Who claims costs a maker traffic and an operator time, and may do so in bad faith: a merchant with a key, or a stranger with payment
 * links and junk pictures. So claims weigh by who makes them.
 *
 * - An origin is a store, a payer as that store names them, or the address that a payer's page was asked from. Towards a stop of a
 *   maker each counts up to its share: no store reaches the number alone, and a payer or address counts for a fifth of it.
 * - Each claim of an origin that was rejected lately, above those that were accepted, takes one from its share, down to nothing, and from
 *   the claims that it may have open, down to one. What payers claim costs the payers, and not the store.
 * - A claim that the maker has answered stops nobody any more, and neither does a maker's own.
 */
interface Origin {
  readonly storeId: number;
  readonly by: Claimant;
  /** Of a payer: as the store names them; null: it does not. */
  readonly payer: string | null;
  /** Of a payer: where the claim came from; null: it is not known. */
  readonly address: string | null;
}

/** One deal's newest claim. `papers`: it was neither right nor wrong so far. */
export interface KnownClaim extends Origin {
  readonly dealId: string;
  readonly openedAt: Instant;
  readonly state: 'open' | 'accepted' | 'rejected' | 'papers';
}

/** How long it counts that a claim was right or wrong. */
export const claimsRememberedMs = 30 * 86_400_000;
/** The newest claims of a store that are looked at: more than any limit. */
export const claimsSeenMax = 2_000;

/** A network address may be a whole mobile network's. */
const payersPerAddress = 5;

type Counted = Pick<DisputeRules, 'openMax' | 'payerClaimsMax' | 'storeClaimsMax'>;

export function claimOf(
  { id: dealId, status, dispute }: Pick<Deal, 'id' | 'status' | 'dispute'>,
  { storeId, userId }: Pick<Invoice, 'storeId' | 'userId'>,
): KnownClaim | null {
  if (dispute === null) return null;
  const { by = 'merchant', address = null, openedAt } = dispute;
  const state = status === 'dispute' ? 'open' : stateOf(dispute);
  return { dealId, storeId, by, payer: userId === '' ? null : userId, address, openedAt, state };
}

function stateOf({ result }: Pick<DealDispute, 'result'>): KnownClaim['state'] {
  if (result === 'ACCEPTED' || result === 'AMOUNT_CHANGED') return 'accepted';
  return result === null || papersAwaited.has(result) ? 'papers' : 'rejected';
}

/** Refuses one claim more than its origin may have open: each payer, each address; a store itself, and its payers together. */
export function requireClaimRoom(origin: Origin, known: readonly KnownClaim[], rules: Counted, now: Instant): void {
  const { by } = origin;
  if (by === 'operator' || by === 'maker') return;
  const lately = known.filter(({ openedAt, state }) => state === 'open' || openedAt > now - claimsRememberedMs);
  const alike = lately.filter((claim) => claim.storeId === origin.storeId && claim.by === by);
  // What strangers claim in a store costs them, and neither the store nor its other payers.
  requireRoom(alike, rules.storeClaimsMax, by === 'merchant' ? wrongBy(alike) : 0, 'claims_of_store_full');
  if (by !== 'payer') return;
  for (const field of ['payer', 'address'] as const) {
    const name = origin[field];
    if (name === null) continue;
    const own = alike.filter((claim) => claim[field] === name);
    const max = rules.payerClaimsMax * (field === 'address' ? payersPerAddress : 1);
    requireRoom(own, max, wrongBy(own), 'claims_of_payer_full');
  }
}

function requireRoom(
  own: readonly KnownClaim[],
  max: number,
  wrong: number,
  code: 'claims_of_payer_full' | 'claims_of_store_full',
): void {
  const limit = Math.max(1, max - wrong);
  if (max > 0 && own.filter(({ state }) => state === 'open').length >= limit) throw new AppError(code, { limit });
}

/** Of what is open against one maker and has no answer, the oldest first: what counts towards a stop. */
export function claimsThatCount<Claim extends KnownClaim>(
  open: readonly Claim[],
  decided: readonly KnownClaim[],
  { openMax }: Pick<DisputeRules, 'openMax'>,
): readonly Claim[] {
  const counts = new Map<string, number>();
  return open.filter((claim) => {
    if (claim.by === 'operator') return true;
    if (claim.by === 'maker') return false;
    const origins = originsOf(claim);
    const isWithin = origins.every(({ key, ofStore }) => {
      const own = decided.filter((one) => one.by === (ofStore ? 'merchant' : 'payer') && isOf(one, key));
      return (counts.get(key) ?? 0) < shareOf(openMax, ofStore) - wrongBy(own);
    });
    if (isWithin) for (const { key } of origins) counts.set(key, (counts.get(key) ?? 0) + 1);
    return isWithin;
  });
}

function isOf(claim: Origin, key: string): boolean {
  return originsOf(claim).some((origin) => origin.key === key);
}

function originsOf({
  by,
  storeId,
  payer,
  address,
}: Origin): readonly { readonly key: string; readonly ofStore: boolean }[] {
  const store = { key: `store ${storeId}`, ofStore: true };
  if (by !== 'payer') return [store];
  const names = [payer === null ? null : `payer ${storeId} ${payer}`, address === null ? null : `address ${address}`];
  return [store, ...names.flatMap((key) => (key === null ? [] : [{ key, ofStore: false }]))];
}

/** Where no number stops a maker, an unanswered claim still does: the shares are those of the usual number. */
function shareOf(openMax: number, ofStore: boolean): number {
  const most = openMax === 0 ? usualOpenMax : openMax;
  const [taken, of] = ofStore ? [most + 1, 2] : [most, 5];
  return Math.max(1, (taken - (taken % of)) / of);
}

const usualOpenMax = 5;

/** How many more were rejected than accepted. */
function wrongBy(claims: readonly KnownClaim[]): number {
  const count = (state: KnownClaim['state']) => claims.filter((claim) => claim.state === state).length;
  return Math.max(0, count('rejected') - count('accepted'));
}
