import { type Static, Type } from 'typebox';
import { type ApiToken, type Scope, scopes } from '../../domain/people.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { createToken as createTokenAct } from '../../settings/create-token.ts';
import { revokeToken as revokeTokenAct } from '../../settings/revoke-token.ts';
import { listTokens } from '../../storage/reads/people-reads.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { idOf, idQuery, integer, list, nullable, pageAnswer, pageOf, pageQuery, Reason, text } from './fields.ts';
import { byOf, WithReasonBody } from './users.ts';

/** Tokens for scripts. Made in a session only: a token that could make tokens would have every scope of its owner. */
const own = { roles: ['operator', 'maker', 'merchant'], scope: 'access', isForPeople: true } as const;

const NewToken = Type.Object({
  name: text(100),
  scopes: Type.Array(Type.Enum(Object.keys(scopes) as Scope[]), {
    minItems: 1,
    maxItems: Object.keys(scopes).length,
    'x-error-code': 'blank',
  }),
  lifetimeDays: Type.Optional(nullable(integer(1, 3650))),
  reason: Reason,
});

const createToken: OperatorEndpoint = {
  ...own,
  method: 'POST',
  path: '/tokens',
  operationId: 'createToken',
  summary: 'Create a token for a script',
  description: 'The answer is the only place that shows the token. Its scopes are among those your role allows.',
  body: { kind: 'json', schema: NewToken },
  response: Type.Object({ id: Type.Integer(), token: Type.String() }),
  async handle(call) {
    const { reason, lifetimeDays = null, ...token } = call.request.body as Static<typeof NewToken>;
    const input = { userId: call.signedIn.user.id, ...token, lifetimeDays };
    return await call.context.settings.run(createTokenAct, input, byOf(call, reason));
  },
};

const Token = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  createdAt: Type.String(),
  expiresAt: nullable(Type.String()),
  revokedAt: nullable(Type.String()),
});

const tokens: OperatorEndpoint = {
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  method: 'GET',
  path: '/tokens',
  operationId: 'listTokens',
  summary: 'List tokens',
  query: { ...pageQuery, userId: 'Whose; your own when absent. Operators may name anybody' },
  response: list(Token),
  async handle({ context, request, signedIn }) {
    const page = pageOf(request);
    const userId = idQuery(request, 'userId') ?? signedIn.user.id;
    if (userId !== signedIn.user.id && signedIn.user.role !== 'operator') throw new AppError('not_found');
    return pageAnswer(await listTokens(context.pool, userId, page), page, tokenDTO);
  },
};

function tokenDTO({ createdAt, expiresAt, revokedAt, ...token }: ApiToken): object {
  const orNull = (instant: number | null) => (instant === null ? null : formatTimestamp(instant));
  return {
    ...token,
    createdAt: formatTimestamp(createdAt),
    expiresAt: orNull(expiresAt),
    revokedAt: orNull(revokedAt),
  };
}

const revokeToken: OperatorEndpoint = {
  ...own,
  method: 'DELETE',
  path: '/tokens/:id',
  operationId: 'revokeToken',
  summary: 'Revoke a token',
  body: { kind: 'json', schema: WithReasonBody },
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof WithReasonBody>;
    await call.context.settings.run(revokeTokenAct, { tokenId: idOf(call.request) }, byOf(call, reason));
    // Whose it was is not said; if it was somebody else's, their streams end when they are next looked at.
    call.context.announce([`session u${call.signedIn.user.id}`]);
    return { status: 'revoked' };
  },
};

export const tokenEndpoints: readonly OperatorEndpoint[] = [createToken, tokens, revokeToken];
