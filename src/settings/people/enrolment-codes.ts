import { mailedCode } from '../../domain/alerts/channel-code.ts';
import { dangerOfUser } from '../../domain/authority/second-person.ts';
import {
  encodeEnrolmentCode,
  enrolmentCodeHash,
  enrolmentCodeLifetimeMs,
  isEnrolmentCode,
  mailedCodesPerDayMax,
  needsEnrolmentCode,
} from '../../domain/people/enrolment.ts';
import { hasSecondFactor, requireAnother, type User } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { insertMailedCode, tellAccess } from '../../storage/settings/alerts/told.ts';
import type { Chance } from '../../storage/settings/chance.ts';
import { updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import {
  findEnrolmentCodes,
  findProvenMail,
  insertEnrolmentCode,
  type NewEnrolmentCode,
} from '../../storage/settings/people/enrolment-codes.ts';
import { findOwner, lockUser } from '../../storage/settings/people/users.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { changed, routineAct, type Situation, settingAct, unchanged } from '../setting-act.ts';

const dayMs = 24 * 3_600_000;

/** A request from before there were codes has none. */
export interface Drawn {
  readonly enrolmentCode?: string;
}

export const drawEnrolmentCode = (chance: Chance) => encodeEnrolmentCode(Buffer.from(chance.text(8), 'base64url'));

/** What is stored of a code for somebody who needs one; null for everybody else. */
export function handedCode(
  user: User,
  code: string | undefined,
  { mode, at }: Pick<Situation, 'mode' | 'at'>,
): { readonly code: string; readonly made: NewEnrolmentCode } | null {
  if (code === undefined || !needsEnrolmentCode(user, mode)) return null;
  const ends = { createdAt: at, expiresAt: at + enrolmentCodeLifetimeMs.handed };
  return { code, made: { userId: user.id, codeHash: enrolmentCodeHash(code), isMailed: false, ...ends } };
}

interface OwnedUser extends User {
  readonly isMakerInUse: boolean;
}

/** With what its owner has: what becomes dangerous with its account depends on that. */
export async function lockOwned(tx: SettingsTransaction, userId: number): Promise<OwnedUser | null> {
  const user = await lockUser(tx, userId);
  return user === null ? null : { ...user, isMakerInUse: (await findOwner(tx, user)).isMakerInUse };
}

/** The way back in for somebody without a second factor: a code to hand over. It works beside the password. */
export const createEnrolmentCode = settingAct({
  name: 'create-enrolment-code',
  draw: drawEnrolmentCode,
  load: (tx, { userId }: { readonly userId: number }) => lockOwned(tx, userId),
  danger: (_input, user) => (user === null ? null : dangerOfUser(user)),
  decide({ userId }, user, { actor, drawn, ...situation }) {
    requireAnother(actor, userId);
    if (user === null) throw new AppError('not_found');
    if (hasSecondFactor(user)) throw new AppError('second_factor_present');
    const handed = handedCode(user, drawn, situation);
    if (handed === null) return unchanged<{ readonly secret: string | null }>({ secret: null });
    const change = { made: handed.made, user, by: actor.name };
    const facts = { subjectKind: 'user', subjectId: userId, details: null };
    return changed<typeof change, { readonly secret: string | null }>({ secret: handed.code }, change, facts);
  },
  async store(tx, { made, user: { id: userId, merchantId }, by }) {
    const at = made.createdAt;
    await insertEnrolmentCode(tx, made);
    await tellAccess(tx, { userId, what: 'enrolmentCode', by, at });
    if (merchantId !== null) await updateAccessChanged(tx, merchantId, { what: 'user', at });
  },
});

interface Mailing {
  readonly userId: number;
  readonly codeKey: Uint8Array;
}

/** A code to an address that the person confirmed when there was more to show than a password. */
export const mailEnrolmentCode = settingAct({
  name: 'mail-enrolment-code',
  load: async (tx, { userId }: Mailing, { at }) => ({
    user: await lockUser(tx, userId),
    channel: await findProvenMail(tx, userId),
    ...(await findEnrolmentCodes(tx, userId, at - dayMs)),
  }),
  decide({ userId, codeKey }, { user, channel, mailed, codes }, { actor, at }) {
    if (user === null || actor.userId !== userId) throw new AppError('not_found');
    if (hasSecondFactor(user)) throw new AppError('second_factor_present');
    if (channel === null || mailed >= mailedCodesPerDayMax) throw new AppError('enrolment_mail_unavailable');
    const codeHash = enrolmentCodeHash(mailedCode(codeKey, channel, at));
    // Asked for twice in one millisecond it is one code, and one message.
    if (codes.some((code) => code.codeHash === codeHash)) return unchanged(channel.address);
    const made = { userId, codeHash, createdAt: at, expiresAt: at + enrolmentCodeLifetimeMs.mailed, isMailed: true };
    const facts = { subjectKind: 'user', subjectId: userId, details: { channel: channel.id } };
    return changed(channel.address, { made, channel, user }, facts);
  },
  async store(tx, { made, channel, user }) {
    await insertEnrolmentCode(tx, made);
    await insertMailedCode(tx, { channel, user, at: made.createdAt });
  },
});

/** Refuses to begin with a first second factor where there is nothing but a password to show. The code is used up when the factor is there. */
export const requireEnrolmentCode = routineAct({
  lock: 'rows',
  load: async (tx, { userId }: { readonly userId: number; readonly code: string | null }, { at }) => ({
    user: await lockUser(tx, userId),
    ...(await findEnrolmentCodes(tx, userId, at)),
  }),
  decide({ code }, { user, codes }, { mode, at }) {
    const isRight = user !== null && (!needsEnrolmentCode(user, mode) || isEnrolmentCode(codes, code ?? '', at));
    if (!isRight) throw new AppError('enrolment_code_needed', { field: 'enrolmentCode' });
    return unchanged(undefined);
  },
  store: async () => undefined,
});
