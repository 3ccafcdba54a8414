import { Type } from 'typebox';
import { spelledLogin } from '../../../domain/people/people.ts';
import { AppError } from '../../../errors/app-error.ts';
import { addressKey, bareAddress } from '../../../http/address-key.ts';
import type { Entering } from '../../../settings/people/people.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, everybody, type OpenCall, openEndpoint } from '../endpoint.ts';
import { Done, flag, note, optional, words } from '../fields.ts';
import { readDeviceCookie, readSessionCookie, setDeviceCookie, setSessionCookie } from './cookies.ts';
import { Assertion, exampleAssertion, exampleRequestOptions, RequestOptions } from './passkey-shape.ts';
import { requestOptions, requireSite } from './passkey-site.ts';
import { exampleOperator, UserShape, userDTO } from './user-shape.ts';

export const SignedInShape = Type.Object({
  user: Type.Object(UserShape.properties, { description: 'Who has signed in' }),
  csrfToken: words('Send it as `X-CSRF-Token` with every change'),
});

export const exampleSignedIn: ShapeOf<typeof SignedInShape> = {
  user: exampleOperator,
  csrfToken: 'the-csrf-token-of-this-session',
};

/** Opens a session for somebody who has shown who it is, and gives the browser its two cookies. */
export async function enter(call: OpenCall, entering: Entering): Promise<ShapeOf<typeof SignedInShape>> {
  const { user } = entering;
  const { context, request } = call;
  const machine = {
    userAgent: request.headers['user-agent'] ?? '',
    address: bareAddress(request.ip) ?? 'unknown',
    deviceId: readDeviceCookie(context, request, user.login),
  };
  const session = await context.people.openSession(entering, machine, context.clock());
  setSessionCookie(call, session.token, Math.floor((session.expiresAtMs - context.clock()) / 1000));
  setDeviceCookie(call, user.login, session.deviceId);
  return { user: userDTO(user), csrfToken: session.csrfToken };
}

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

/** It says nothing about anybody: which passkeys there are is for the browser to know. */
export const beginPasskeySignIn = openEndpoint({
  method: 'POST',
  path: '/session/challenge',
  operationId: 'beginPasskeySignIn',
  summary: 'Begin to sign in with a passkey',
  description: 'The answer goes to `navigator.credentials.get`, and what that gives to one of the two ways to sign in.',
  tag: 'People and access',
  isOpen: true,
  body: json(
    Type.Object({
      withPassword: Type.Optional(flag('True: beside the password, so that no PIN or fingerprint is needed')),
    }),
  ),
  response: RequestOptions,
  refusals: ['passkeys_unavailable', 'rate_limited'],
  example: { body: { withPassword: false }, answer: exampleRequestOptions },
  async handle(call) {
    const { context, body } = call;
    const site = requireSite(call);
    const asked = { purpose: 'sign-in', rpId: site.rpId, sessionHash: null, actHash: null } as const;
    const challenge = await context.people.challenge(asked, context.clock());
    const userVerification = body.withPassword === true ? 'preferred' : 'required';
    return requestOptions(challenge, site, { userVerification, offered: [] });
  },
});

export const signInWithPasskey = openEndpoint({
  method: 'POST',
  path: '/session/passkey',
  operationId: 'signInWithPasskey',
  summary: 'Sign in with a passkey alone',
  description:
    'The authenticator must have asked for a PIN, a fingerprint or a face: it is the only thing that is shown.',
  tag: 'People and access',
  isOpen: true,
  body: json(Type.Object({ passkey: Assertion })),
  response: SignedInShape,
  refusals: ['sign_in_failed', 'passkeys_unavailable', 'rate_limited'],
  example: { body: { passkey: exampleAssertion }, answer: exampleSignedIn },
  async handle(call) {
    const { context, body } = call;
    const shown = { given: body.passkey, site: requireSite(call) };
    return await enter(call, await context.people.signInByPasskey(shown, context.clock()));
  },
});

export const signOut = endpoint({
  method: 'DELETE',
  path: '/session',
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'The session ends; the cookie is taken back.',
  tag: 'People and access',
  roles: everybody,
  scope: 'read',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Done,
  refusals: [],
  example: { answer: { status: 'signed out' } },
  async handle(call) {
    const { context, request, signedIn } = call;
    const token = readSessionCookie(request);
    if (token === null) throw new AppError('unauthorized');
    await context.people.closeSession(token);
    context.announce([`session u${signedIn.user.id}`]);
    setSessionCookie(call, '', 0);
    return { status: 'signed out' };
  },
});
