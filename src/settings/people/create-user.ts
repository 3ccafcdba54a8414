import { dangerOfNewUser } from '../../domain/authority/second-person.ts';
import type { Role } from '../../domain/people/audit.ts';
import { type Owner, requireFreeLogin, requireOwner, type User } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { insertEnrolmentCode } from '../../storage/settings/people/enrolment-codes.ts';
import { findOwner, insertUser, users } from '../../storage/settings/people/users.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';
import { type Drawn, drawEnrolmentCode, handedCode } from './enrolment-codes.ts';

interface NewUser extends Owner {
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/** With the password goes a code, shown once, with which the person sets up a second factor in production. */
export const createUser = settingAct({
  name: 'create-user',
  draw: async (chance, { password }: NewUser): Promise<Drawn & { readonly passwordHash: string }> => ({
    passwordHash: await chance.hashPassword(password),
    enrolmentCode: drawEnrolmentCode(chance),
  }),
  load: async (tx, input: NewUser) => ({
    id: await takeId(tx, 'users'),
    isLoginTaken: (await users.findOne(tx.client, { login: input.login })) !== null,
    owner: await findOwner(tx, input),
  }),
  danger: ({ role }, { owner }) => dangerOfNewUser({ role }, owner),
  decide({ login, name, role, makerId, merchantId }, { id, owner, ...rows }, { at, mode, drawn }) {
    requireOwner(role, { makerId, merchantId });
    if (!owner.hasMaker) throw new AppError('not_found', { field: 'makerId' });
    if (!owner.hasMerchant) throw new AppError('not_found', { field: 'merchantId' });
    requireFreeLogin(login, rows.isLoginTaken);
    const state = { hasAuthenticator: false, passkeys: 0, isDisabled: false, trustedSince: at, rights: null };
    const user: User = { id, login, name, role, makerId, merchantId, ...state };
    const details = { login, role, makerId, merchantId };
    const handed = handedCode(user, drawn.enrolmentCode, { mode, at });
    const accessChangedAt = owner.isMerchantInUse ? at : null;
    const change = { user, passwordHash: drawn.passwordHash, accessChangedAt, enrolment: handed?.made ?? null };
    return changed({ ...user, secret: handed?.code ?? null }, change, { subjectKind: 'user', subjectId: id, details });
  },
  async store(tx, { user, passwordHash, accessChangedAt, enrolment }) {
    await insertUser(tx, { user, passwordHash });
    if (enrolment !== null) await insertEnrolmentCode(tx, enrolment);
    if (user.merchantId === null || accessChangedAt === null) return;
    await updateAccessChanged(tx, user.merchantId, { what: 'user', at: accessChangedAt });
  },
});
