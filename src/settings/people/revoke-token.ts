import type { ApiToken } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { tokens, revokeToken as updateRevoked } from '../../storage/settings/people/tokens.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** Another person's token does not exist, unless an operator asks. Revoking twice is revoking once. */
export const revokeToken = settingAct({
  name: 'revoke-token',
  load: (tx, { tokenId }: { readonly tokenId: number }): Promise<Pick<ApiToken, 'userId' | 'revokedAt'> | null> =>
    tokens.lock(tx, { id: tokenId }),
  decide({ tokenId }, token, { actor, at }) {
    if (token === null) throw new AppError('not_found');
    if (actor.role !== 'operator' && token.userId !== actor.userId) throw new AppError('not_found');
    if (token.revokedAt !== null) return unchanged(undefined);
    return changed(undefined, { tokenId, at }, { subjectKind: 'token', subjectId: tokenId, details: null });
  },
  store: (tx, { tokenId, at }) => updateRevoked(tx, tokenId, at),
});
