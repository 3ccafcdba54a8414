import { Type } from 'typebox';
import { addressKey, bareAddress } from '../../../http/address-key.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { openEndpoint } from '../endpoint.ts';
import { note, words } from '../fields.ts';
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
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
  description:
    'Sets the session cookie, and one by which this device is known again. After five wrong attempts strangers to a login wait, ' +
    'a minute and then longer each time, up to 15; so does an address after twenty. A wait is answered like a wrong password. ' +
    'A device that has signed in with the login before does not wait for strangers.',
  tag: 'People and access',
  isOpen: true,
  body: json(SignInBody),
  response: Type.Object({
    user: Type.Object(UserShape.properties, { description: 'Who has signed in' }),
    csrfToken: words('Send it as `X-CSRF-Token` with every change'),
  }),
  refusals: ['sign_in_failed', 'rate_limited'],
  example: {
    body: { login: 'anna', password: 'a long pass phrase', code: exampleCode },
    answer: { user: exampleOperator, csrfToken: 'the-csrf-token-of-this-session' },
  },
  async handle(call) {
    const { context, request, body } = call;
    const login = body.login.toLowerCase();
    const deviceId = readDeviceCookie(context, request, login);
    const from = { address: addressKey(request.ip), deviceId };
    const attempt = { login, password: body.password, code: body.code ?? '', ...from };
    const user = await context.people.signIn(attempt, context.clock());
    const machine = { userAgent: request.headers['user-agent'] ?? '', address: bareAddress(request.ip) ?? 'unknown' };
    const session = await context.people.openSession(user, machine, context.clock());
    setSessionCookie(call, session.token, Math.floor((session.expiresAtMs - context.clock()) / 1000));
    setDeviceCookie(call, login, deviceId ?? session.deviceId);
    return { user: userDTO(user), csrfToken: session.csrfToken };
  },
});
