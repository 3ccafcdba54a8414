import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import { requireFactor } from '../../domain/merchants/api-key.ts';
import { confirmEnrolment, type Enrolment } from '../../domain/people/enrolment.ts';
import { AppError } from '../../errors/app-error.ts';
import { tellAccess } from '../../storage/settings/alerts/told.ts';
import {
  lockMerchant,
  updateAccessChanged,
  updateMerchantSeed,
  updateSecondFactor,
} from '../../storage/settings/merchants/merchants.ts';
import { deleteEnrolmentCodes } from '../../storage/settings/people/enrolment-codes.ts';
import { openTicket } from '../../storage/settings/people/enrolment-tickets.ts';
import { clearOtherProofs, updateProved } from '../../storage/settings/people/sessions.ts';
import { lockUser, updateUserSeed } from '../../storage/settings/people/users.ts';
import { lockHolder } from '../merchants/create-api-key.ts';
import { changed, settingAct } from '../setting-act.ts';

interface Confirmed {
  readonly ticket: string;
  readonly code: string;
}

interface OwnFactor extends Confirmed {
  readonly userId: number;
  /** The session that sets it up. */
  readonly sessionHash: string;
}

/** What an enrolment is for, sealed into its ticket. */
export const enrolmentOf = {
  user: (id: number) => `user:${id}`,
  merchant: (id: number) => `merchant:${id}`,
} as const;

/** One's own authenticator app for signing in. */
export const setOwnSecondFactor = settingAct({
  name: 'set-second-factor',
  load: async (tx, { userId, ticket }: OwnFactor) => ({
    user: await lockUser(tx, userId),
    enrolment: openTicket(tx, enrolmentOf.user(userId), ticket),
  }),
  decide({ userId, code, sessionHash }, { user, enrolment }, { actor, at, askedAt }) {
    const factor = confirm(enrolment, code, askedAt);
    if (user === null || actor.userId !== userId) throw new AppError('not_found');
    if (user.hasAuthenticator) throw new AppError('second_factor_present');
    const change = { user, factor, sessionHash, at };
    return changed(undefined, change, { subjectKind: 'user', subjectId: userId, details: null });
  },
  async store(tx, { user: { id: userId, login: by }, factor, sessionHash, at }) {
    await updateUserSeed(tx, userId, factor);
    // Its first code was given just now.
    await updateProved(tx, sessionHash, at);
    await clearOtherProofs(tx, userId, sessionHash);
    await deleteEnrolmentCodes(tx, userId);
    await tellAccess(tx, { userId, what: 'factor', by, at });
  },
});

/**
 * A merchant's second factor for withdrawals. A merchant sets up a first one; only an operator may replace it, or a thief
 * in a merchant's session could. What was counted with the old one no longer counts.
 */
export const setMerchantSecondFactor = settingAct({
  name: 'set-second-factor',
  load: async (tx, { merchantId, ticket }: Confirmed & { readonly merchantId: number }, { actor }) => ({
    merchant: await lockMerchant(tx, merchantId),
    by: await lockHolder(tx, actor, merchantId),
    enrolment: openTicket(tx, enrolmentOf.merchant(merchantId), ticket),
  }),
  danger: (_input, _rows, { actor }) => dangerOfMerchantsAccess(actor),
  decide({ merchantId, code }, { merchant, by, enrolment }, { actor, at, askedAt, mode }) {
    if (merchant === null) throw new AppError('not_found');
    requireOwnMerchant(actor, merchant.id);
    requireFactor(by, mode);
    const factor = confirm(enrolment, code, askedAt);
    if (merchant.hasSecondFactor && actor.role !== 'operator') throw new AppError('second_factor_present');
    const facts = { subjectKind: 'merchant', subjectId: merchantId, details: null };
    const change = { merchantId, factor, operatorAt: actor.role === 'operator' ? at : null };
    return changed(undefined, change, facts);
  },
  async store(tx, { merchantId, factor: { seed, step }, operatorAt }) {
    await updateMerchantSeed(tx, merchantId, seed);
    await updateSecondFactor(tx, merchantId, { lastUsedStep: step, failures: 0, lockedUntilMs: null });
    if (operatorAt !== null) await updateAccessChanged(tx, merchantId, { what: 'secondFactor', at: operatorAt });
  },
});

/** The seed of a ticket whose code is right, with the step that this code has spent. */
function confirm(enrolment: Enrolment | null, code: string, now: number): { seed: string; step: number } {
  const step = enrolment === null ? null : confirmEnrolment(enrolment, code, now);
  if (enrolment === null || step === null) throw new AppError('enrolment_failed', { field: 'code' });
  return { seed: enrolment.seed, step };
}
