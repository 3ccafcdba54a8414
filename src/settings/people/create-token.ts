import { readTokenBounds } from '../../domain/authority/token-bounds.ts';
import { type ApiToken, type Scope, scopesOf, tokenExpiry, tokenHash } from '../../domain/people/people.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { insertToken } from '../../storage/settings/people/tokens.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { findRequisites } from '../../storage/settings/statements/bank-statements.ts';
import { changed, settingAct } from '../setting-act.ts';

interface NewToken {
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: the usual term. */
  readonly lifetimeDays: number | null;
  readonly addresses: readonly string[];
  /** What it may move a day, and in which currency; null: as much as its owner. */
  readonly dayMax: string | null;
  readonly dayCurrency: string | null;
  /** Null: for all that are within its owner's reach. */
  readonly requisiteIds: readonly number[] | null;
}

/** For one's own scripts. The token itself is in the answer and nowhere else; no token can do more than its owner. */
export const createToken = settingAct({
  name: 'create-token',
  draw: (chance) => ({ secret: `qt_${chance.text(32)}` }),
  load: async (tx, { requisiteIds }: NewToken) => ({
    id: await takeId(tx, 'api_tokens'),
    reference: await readReference(tx.client),
    requisites: await findRequisites(tx, requisiteIds ?? []),
  }),
  decide(input, { id, reference, requisites }, { actor, at, mode, drawn: { secret } }) {
    const { userId, name, scopes: asked, lifetimeDays } = input;
    if (actor.userId !== userId) throw new AppError('not_found');
    const allowed = scopesOf(actor.role);
    if (!asked.every((scope) => allowed.includes(scope))) {
      throw new AppError('invalid_choice', { field: 'scopes', choices: allowed.join(', ') });
    }
    const scopes = [...new Set(asked)];
    const isOwn = ({ makerId }: { readonly makerId: number }) => actor.role !== 'maker' || makerId === actor.makerId;
    const other = input.requisiteIds?.find((wanted) => !requisites.some((one) => one.id === wanted && isOwn(one)));
    if (other !== undefined) throw new AppError('not_found', { field: 'requisiteIds' });
    const subunit = reference.currencies.get(input.dayCurrency ?? '')?.subunit ?? null;
    const bounds = readTokenBounds(input, scopes, { mode, subunit });
    const expiresAt = tokenExpiry(at, lifetimeDays);
    const token: ApiToken = { id, userId, name, scopes, bounds, createdAt: at, expiresAt, revokedAt: null };
    const details = {
      name,
      scopes: scopes.join(' '),
      userId,
      expiresAt: formatTimestamp(expiresAt),
      addresses: bounds.addresses.join(' '),
      dayMax: bounds.day === null ? null : `${input.dayMax} ${bounds.day.currency}`,
      requisites: bounds.requisiteIds?.join(' ') ?? null,
    };
    const facts = { subjectKind: 'token', subjectId: id, details };
    return changed({ id, token: secret, expiresAt }, { token, tokenHash: tokenHash(secret) }, facts);
  },
  store: insertToken,
});
