import type { Role } from '../domain/audit.ts';
import { type Owner, requireFreeLogin, requireOwner, type User } from '../domain/people.ts';
import { dangerOfNewUser } from '../domain/second-person.ts';
import { AppError } from '../errors.ts';
import { updateAccessChanged } from '../storage/settings/merchants.ts';
import { takeId } from '../storage/settings/settings-transaction.ts';
import { findOwner, insertUser, isLoginTaken } from '../storage/settings/users.ts';
import { changed, settingAct } from './setting-act.ts';

interface NewUser extends Owner {
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

export const createUser = settingAct({
  name: 'create-user',
  draw: async (chance, { password }: NewUser) => ({ passwordHash: await chance.hashPassword(password) }),
  load: async (tx, input: NewUser) => ({
    id: await takeId(tx, 'users'),
    isLoginTaken: await isLoginTaken(tx, input.login),
    owner: await findOwner(tx, input),
  }),
  danger: ({ role }, { owner }) => dangerOfNewUser({ role }, owner),
  decide({ login, name, role, makerId, merchantId }, { id, owner, ...rows }, { at, drawn: { passwordHash } }) {
    requireOwner(role, { makerId, merchantId });
    if (!owner.hasMaker) throw new AppError('not_found', { field: 'makerId' });
    if (!owner.hasMerchant) throw new AppError('not_found', { field: 'merchantId' });
    requireFreeLogin(login, rows.isLoginTaken);
    const state = { hasAuthenticator: false, passkeys: 0, isDisabled: false, trustedSince: at, rights: null };
    const user: User = { id, login, name, role, makerId, merchantId, ...state };
    const details = { login, role, makerId, merchantId };
    const change = { user, passwordHash, accessChangedAt: owner.isMerchantInUse ? at : null };
    return changed(user, change, { subjectKind: 'user', subjectId: id, details });
  },
  async store(tx, { user, passwordHash, accessChangedAt }) {
    await insertUser(tx, { user, passwordHash });
    if (user.merchantId === null || accessChangedAt === null) return;
    await updateAccessChanged(tx, user.merchantId, { what: 'user', at: accessChangedAt });
  },
});
