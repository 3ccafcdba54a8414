import { isChallengeFor, passkeysMax } from '../../domain/people/passkeys.ts';
import { hasSecondFactor, lacksSecondFactor, type User } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { tellAccess } from '../../storage/settings/alerts/told.ts';
import { lockAccessRules } from '../../storage/settings/people/access-rules.ts';
import { deleteEnrolmentCodes } from '../../storage/settings/people/enrolment-codes.ts';
import { deleteChallenge, insertPasskey, lockChallenge, passkeys } from '../../storage/settings/people/passkeys.ts';
import { clearOtherProofs, updateProved } from '../../storage/settings/people/sessions.ts';
import { lockUser } from '../../storage/settings/people/users.ts';
import { type SettingsTransaction, takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface NewPasskey {
  readonly userId: number;
  /** The session that adds it. */
  readonly sessionHash: string;
  readonly challengeHash: string;
  readonly name: string;
  readonly rpId: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** One more passkey of one's own: a challenge of this session, used once. */
export const addPasskey = settingAct({
  name: 'add-passkey',
  load: async (tx, { userId, challengeHash, credentialId }: NewPasskey) => ({
    user: await lockUser(tx, userId),
    challenge: await lockChallenge(tx, challengeHash),
    isKnown: (await passkeys.findOne(tx.client, { credentialId })) !== null,
    id: await takeId(tx, 'passkeys'),
  }),
  decide(input, { user, challenge, isKnown, id }, { actor, at }) {
    const { userId, sessionHash, challengeHash, rpId, ...key } = input;
    if (user === null || actor.userId !== userId) throw new AppError('not_found');
    if (challenge === null || !isChallengeFor(challenge, { purpose: 'add', sessionHash, rpId }, at)) {
      throw new AppError('passkey_refused');
    }
    if (isKnown) throw new AppError('passkey_known');
    if (user.passkeys >= passkeysMax) throw new AppError('too_many_passkeys', { limit: passkeysMax });
    const passkey = { id, userId, rpId, createdAt: at, ...key };
    const change = { passkey, challengeHash, sessionHash, isFirst: !hasSecondFactor(user), by: user.login };
    const details = { name: key.name, userId };
    return changed({ id, name: key.name }, change, { subjectKind: 'passkey', subjectId: id, details });
  },
  async store(tx, { passkey, challengeHash, sessionHash, isFirst, by }) {
    await deleteChallenge(tx, challengeHash);
    await insertPasskey(tx, passkey);
    await tellAccess(tx, { userId: passkey.userId, what: 'factor', by, at: passkey.createdAt });
    if (!isFirst) return;
    await deleteEnrolmentCodes(tx, passkey.userId);
    // The person has just used it here. Elsewhere there was nothing to show but the password.
    await updateProved(tx, sessionHash, passkey.createdAt);
    await clearOtherProofs(tx, passkey.userId, sessionHash);
  },
});

interface OwnPasskey {
  readonly userId: number;
  readonly passkeyId: number;
}

export const renamePasskey = settingAct({
  name: 'change-passkey',
  load: (tx, { passkeyId }: OwnPasskey & { readonly name: string }) => passkeys.lock(tx, { id: passkeyId }),
  decide({ userId, passkeyId, name }, passkey, { actor }) {
    if (passkey === null || passkey.userId !== userId || actor.userId !== userId) throw new AppError('not_found');
    if (passkey.name === name) return unchanged(undefined);
    const details = { name, userId };
    return changed(undefined, { passkeyId, name }, { subjectKind: 'passkey', subjectId: passkeyId, details });
  },
  store: (tx, { passkeyId, name }) => passkeys.patch(tx, { id: passkeyId }, { name }),
});

/** One's own; not the last second factor where one is needed. */
export const removePasskey = settingAct({
  name: 'remove-passkey',
  async load(tx: SettingsTransaction, { userId, passkeyId }: OwnPasskey) {
    const user = await lockUser(tx, userId);
    return { user, passkey: await passkeys.lock(tx, { id: passkeyId }), rules: await lockAccessRules(tx) };
  },
  decide({ userId, passkeyId }, { user, passkey, rules }, { actor, mode }) {
    if (user === null || passkey === null || passkey.userId !== userId || actor.userId !== userId) {
      throw new AppError('not_found');
    }
    const left: User = { ...user, passkeys: user.passkeys - 1 };
    if (lacksSecondFactor(left, mode, rules)) throw new AppError('last_second_factor');
    const details = { name: passkey.name, userId };
    return changed(undefined, { passkeyId }, { subjectKind: 'passkey', subjectId: passkeyId, details });
  },
  store: (tx, { passkeyId }) => passkeys.delete(tx, { id: passkeyId }),
});
