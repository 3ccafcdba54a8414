import { dangerOfUser } from '../../domain/authority/second-person.ts';
import { requireAnother } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { tellAccess } from '../../storage/settings/alerts/told.ts';
import { updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { insertEnrolmentCode } from '../../storage/settings/people/enrolment-codes.ts';
import { passkeys } from '../../storage/settings/people/passkeys.ts';
import { deleteSessions } from '../../storage/settings/people/sessions.ts';
import { updateUser, updateUserSeed } from '../../storage/settings/people/users.ts';
import { changed, settingAct } from '../setting-act.ts';
import { type Drawn, drawEnrolmentCode, handedCode, lockOwned } from './enrolment-codes.ts';

/**
 * For a lost phone or key: codes and passkeys alike. Another operator has to do it for an operator. Of a merchant's user it takes what
 * keeps others out, so the merchant is told as of a new one.
 */
export const removeSecondFactor = settingAct({
  name: 'remove-second-factor',
  draw: (chance): Drawn => ({ enrolmentCode: drawEnrolmentCode(chance) }),
  load: (tx, { userId }: { readonly userId: number }) => lockOwned(tx, userId),
  danger: (_input, before) => (before === null ? null : dangerOfUser(before)),
  decide({ userId }, before, { actor, at, mode, drawn }) {
    requireAnother(actor, userId);
    if (before === null) throw new AppError('not_found');
    const user = { ...before, hasAuthenticator: false, passkeys: 0, trustedSince: at };
    const details = before.passkeys === 0 ? null : { passkeys: before.passkeys };
    const handed = handedCode(user, drawn?.enrolmentCode, { mode, at });
    const change = { user, at, by: actor.name, enrolment: handed?.made ?? null };
    return changed({ ...user, secret: handed?.code ?? null }, change, {
      subjectKind: 'user',
      subjectId: userId,
      details,
    });
  },
  async store(tx, { user, at, by, enrolment }) {
    await updateUser(tx, user, at);
    await updateUserSeed(tx, user.id, null);
    await passkeys.delete(tx, { userId: user.id });
    await deleteSessions(tx, user.id);
    if (enrolment !== null) await insertEnrolmentCode(tx, enrolment);
    await tellAccess(tx, { userId: user.id, what: 'factorRemoved', by, at });
    if (user.merchantId !== null) await updateAccessChanged(tx, user.merchantId, { what: 'user', at });
  },
});
