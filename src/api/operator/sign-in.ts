import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { User } from '../../domain/people.ts';
import { AppError } from '../../errors.ts';
import { addressKey } from '../../http/address-key.ts';
import { readJson } from '../../http/json-body.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import { type Access, authenticatePerson, readCookie, sessionCookie } from './authentication.ts';
import type { OperatorContext } from './endpoint.ts';

export const SignInBody = Type.Object({
  login: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 20,
      description: 'Of the authenticator app, once there is a second factor',
    }),
  ),
});

/** Attempts per address: beside the lock-out of each user, this stops one machine from trying many logins. */
const attemptsPerMinute = 120;
const attemptsAtOnce = 4;

/** Signing in and out: the only operations of the interface that need no session. */
export function registerSignIn(app: FastifyInstance, context: OperatorContext): void {
  const attempts = new TokenBuckets(attemptsPerMinute, attemptsAtOnce);
  app.post(
    '/api/operator/session',
    {
      schema: { body: SignInBody },
      preValidation: async (request) => {
        request.body = readJson(request);
      },
    },
    async (request, reply) => {
      attempts.take(addressKey(request.ip), context.clock());
      const { login, password, code } = request.body as Static<typeof SignInBody>;
      const attempt = { login: login.toLowerCase(), password, code: code ?? '' };
      const user = await context.people.signIn(attempt, context.clock());
      const from = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
      const session = await context.people.openSession(user.id, from, context.clock());
      setCookie(reply, context, session.token, Math.floor((session.expiresAtMs - context.clock()) / 1000));
      return { user: userDTO(user), csrfToken: session.csrfToken };
    },
  );
  app.delete('/api/operator/session', async (request, reply) => {
    const token = readCookie(request, sessionCookie);
    if (token === null) throw new AppError('unauthorized');
    const { user } = await authenticatePerson(context, request, signOut);
    await context.people.closeSession(token);
    context.announce([`session u${user.id}`]);
    setCookie(reply, context, '', 0);
    return { status: 'signed out' };
  });
}

const signOut: Access = {
  method: 'DELETE',
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  worksWithoutSecondFactor: true,
};

export function userDTO(user: User): object {
  const { id, login, name, role, makerId, merchantId, hasSecondFactor, isDisabled } = user;
  return { id, login, name, role, makerId, merchantId, hasSecondFactor, isDisabled };
}

/** Scripts cannot read it, other sites cannot make the browser send it, and over https it never travels in the clear. */
function setCookie(reply: FastifyReply, context: OperatorContext, value: string, maxAgeSeconds: number): void {
  const secure = context.publicUrl().startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${sessionCookie}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  );
}
