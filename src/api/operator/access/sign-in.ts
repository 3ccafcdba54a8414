import { Type } from 'typebox';
import { bareAddress } from '../../../http/address-key.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { openEndpoint } from '../endpoint.ts';
import { note, words } from '../fields.ts';
import { setSessionCookie } from './session-cookie.ts';
import { exampleOperator, UserShape, userDTO } from './user-shape.ts';

const SignInBody = Type.Object({
  login: Type.String({ minLength: 1, maxLength: 100, description: 'What the person signs in with' }),
  password: Type.String({ minLength: 1, maxLength: 200, description: "The person's password" }),
  code: note(20, 'Of the authenticator app, once there is a second factor'),
});

export const signIn = openEndpoint({
  method: 'POST',
  path: '/session',
  operationId: 'signIn',
  summary: 'Sign in',
  description: 'Sets the session cookie. After too many wrong attempts the login is locked for 15 minutes.',
  tag: 'People and access',
  isOpen: true,
  body: json(SignInBody),
  response: Type.Object({
    user: Type.Object(UserShape.properties, { description: 'Who has signed in' }),
    csrfToken: words('Send it as `X-CSRF-Token` with every change'),
  }),
  refusals: ['sign_in_failed', 'sign_in_locked', 'rate_limited'],
  example: {
    body: { login: 'anna', password: 'a long pass phrase', code: exampleCode },
    answer: { user: exampleOperator, csrfToken: 'the-csrf-token-of-this-session' },
  },
  async handle(call) {
    const { context, request, body } = call;
    const attempt = { login: body.login.toLowerCase(), password: body.password, code: body.code ?? '' };
    const user = await context.people.signIn(attempt, context.clock());
    const from = { userAgent: request.headers['user-agent'] ?? '', address: bareAddress(request.ip) ?? 'unknown' };
    const session = await context.people.openSession(user.id, from, context.clock());
    setSessionCookie(call, session.token, Math.floor((session.expiresAtMs - context.clock()) / 1000));
    return { user: userDTO(user), csrfToken: session.csrfToken };
  },
});
