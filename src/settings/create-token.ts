import { type ApiToken, type Scope, scopesOf, tokenExpiry, tokenHash } from '../domain/people.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import { AppError } from '../errors.ts';
import { takeId } from '../storage/settings/settings-transaction.ts';
import { insertToken } from '../storage/settings/tokens.ts';
import { changed, settingAct } from './setting-act.ts';

interface NewToken {
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: the usual term. */
  readonly lifetimeDays: number | null;
}

/** For one's own scripts. The token itself is in the answer and nowhere else; no token can do more than its owner. */
export const createToken = settingAct({
  name: 'create-token',
  draw: (chance) => ({ secret: `qt_${chance.text(32)}` }),
  load: async (tx, _input: NewToken) => ({ id: await takeId(tx, 'api_tokens') }),
  decide({ userId, name, scopes: asked, lifetimeDays }, { id }, { actor, at, drawn: { secret } }) {
    if (actor.userId !== userId) throw new AppError('not_found');
    const allowed = scopesOf(actor.role);
    if (!asked.every((scope) => allowed.includes(scope))) {
      throw new AppError('invalid_choice', { field: 'scopes', choices: allowed.join(', ') });
    }
    const scopes = [...new Set(asked)];
    const expiresAt = tokenExpiry(at, lifetimeDays);
    const token: ApiToken = { id, userId, name, scopes, createdAt: at, expiresAt, revokedAt: null };
    const details = { name, scopes: scopes.join(' '), userId, expiresAt: formatTimestamp(expiresAt) };
    const facts = { subjectKind: 'token', subjectId: id, details };
    return changed({ id, token: secret, expiresAt }, { token, tokenHash: tokenHash(secret) }, facts);
  },
  store: insertToken,
});
