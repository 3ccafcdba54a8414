import { dangerOfUser } from '../../domain/authority/second-person.ts';
import { requireAnother, type User } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { tellAccess } from '../../storage/settings/alerts/told.ts';
import { updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { insertEnrolmentCode } from '../../storage/settings/people/enrolment-codes.ts';
import { deleteSessions } from '../../storage/settings/people/sessions.ts';
import {
  lockSignInAttempts,
  loginAttempts,
  updateSignInAttempts,
} from '../../storage/settings/people/sign-in-attempts.ts';
import { revokeTokensOf } from '../../storage/settings/people/tokens.ts';
import { clearAttempts, updateUser, users } from '../../storage/settings/people/users.ts';
import { stopImportsOf } from '../../storage/settings/statements/bank-statements.ts';
import { changed, settingAct } from '../setting-act.ts';
import { type Drawn, drawEnrolmentCode, handedCode, lockOwned } from './enrolment-codes.ts';

interface UserChange {
  readonly id: number;
  readonly name?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly password?: string | undefined;
}

/**
 * Sessions and tokens from before a new password, or before the user was disabled, end, and a bank's file is read no further in the
 * name of somebody who is disabled. Nobody does either to themselves. Who is let in anew is, for a merchant, as good as a new user.
 */
export const changeUser = settingAct({
  name: 'change-user',
  draw: async (chance, { password }: UserChange): Promise<Drawn & { readonly passwordHash: string | null }> => ({
    passwordHash: password === undefined ? null : await chance.hashPassword(password),
    enrolmentCode: drawEnrolmentCode(chance),
  }),
  async load(tx, { id, password }: UserChange, { at }) {
    // As signing in locks them, which may be going on just then: first what counts attempts at the login, then the user.
    const user = password === undefined ? null : await users.findOne(tx.client, { id });
    if (user !== null) await lockSignInAttempts(tx, [loginAttempts(user.login)], at);
    return await lockOwned(tx, id);
  },
  danger: (input, before) => (before !== null && letsIn(input, before) ? dangerOfUser(before) : null),
  decide(input, before, { actor, at, mode, drawn: { passwordHash, enrolmentCode } }) {
    const { id, name, isDisabled } = input;
    // The own password is changed with the current one.
    if (isDisabled === true || passwordHash !== null) requireAnother(actor, id);
    if (before === null) throw new AppError('not_found');
    const isLetIn = letsIn(input, before);
    const user = {
      ...before,
      name: name ?? before.name,
      isDisabled: isDisabled ?? before.isDisabled,
      trustedSince: isLetIn ? at : before.trustedSince,
    };
    const details = {
      ...(name === undefined ? {} : { name }),
      ...(isDisabled === undefined ? {} : { isDisabled }),
      ...(passwordHash === null ? {} : { password: 'changed' }),
    };
    const endsAccess = passwordHash !== null || isDisabled === true;
    // Who lost the password and never had a second factor gets both anew.
    const handed = passwordHash === null ? null : handedCode(user, enrolmentCode, { mode, at });
    const change = { user, passwordHash, endsAccess, isLetIn, at, by: actor.name, enrolment: handed?.made ?? null };
    return changed({ ...user, secret: handed?.code ?? null }, change, { subjectKind: 'user', subjectId: id, details });
  },
  async store(tx, { user, passwordHash, endsAccess, isLetIn, at, by, enrolment }) {
    await updateUser(tx, user, at);
    if (isLetIn && user.merchantId !== null) await updateAccessChanged(tx, user.merchantId, { what: 'user', at });
    if (passwordHash !== null) {
      await users.patch(tx, { id: user.id }, { passwordHash });
      await tellAccess(tx, { userId: user.id, what: 'password', by, at });
      await clearAttempts(tx, user.id);
      await updateSignInAttempts(tx, new Map([[loginAttempts(user.login), null]]));
    }
    if (enrolment !== null) await insertEnrolmentCode(tx, enrolment);
    if (!endsAccess) return;
    await deleteSessions(tx, user.id);
    await revokeTokensOf(tx, user.id, at);
    if (user.isDisabled) await stopImportsOf(tx, user.id);
  },
});

/** Somebody who could not sign in before can now, perhaps somebody else than the user. */
function letsIn({ password, isDisabled }: UserChange, before: User): boolean {
  return password !== undefined || (before.isDisabled && isDisabled === false);
}
