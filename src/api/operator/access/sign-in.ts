import { Type } from 'typebox';
import { spelledLogin } from '../../../domain/people.ts';
import { addressKey } from '../../../http/address-key.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { openEndpoint } from '../endpoint.ts';
import { note, optional } from '../fields.ts';
import { readDeviceCookie } from './device-cookie.ts';
import { enter, exampleSignedIn, SignedInShape } from './enter.ts';
import { Assertion } from './passkey-shape.ts';
import { requireSite } from './passkey-site.ts';

const SignInBody = Type.Object({
  login: Type.String({ minLength: 1, maxLength: 100, description: 'What the person signs in with' }),
  password: Type.String({ minLength: 1, maxLength: 200, description: "The person's password" }),
  code: note(20, 'Of the authenticator app, where that is the second factor'),
  passkey: optional(Assertion, 'Where that is the second factor'),
});

export const signIn = openEndpoint({
  method: 'POST',
  path: '/session',
  operationId: 'signIn',
  summary: 'Sign in',
  description:
    'Sets the session cookie, and one by which this device is known again. After five wrong attempts strangers to a login wait, ' +
    'a minute and then longer each time, up to 15; so does an address after twenty. A wait is answered like a wrong password. ' +
    'A device that has signed in with the login before does not wait for strangers, nor behind them when many sign in at once. Your other devices are told of a new one.',
  tag: 'People and access',
  isOpen: true,
  body: json(SignInBody),
  response: SignedInShape,
  refusals: ['sign_in_failed', 'passkeys_unavailable', 'rate_limited', 'overloaded'],
  example: {
    body: { login: 'anna', password: 'a long pass phrase', code: exampleCode },
    answer: exampleSignedIn,
  },
  async handle(call) {
    const { context, request, body } = call;
    const { password, code, passkey } = body;
    const login = spelledLogin(body.login);
    const isGone = () => request.raw.socket.destroyed;
    const from = { isGone, address: addressKey(request.ip), deviceId: readDeviceCookie(context, request, login) };
    const shown = passkey == null ? null : { given: passkey, site: requireSite(call) };
    const attempt = { login, password, code: code ?? '', passkey: shown, ...from };
    return await enter(call, await context.people.signIn(attempt, context.clock()));
  },
});
