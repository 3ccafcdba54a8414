import { Type } from 'typebox';
import { bareAddress } from '../../../http/address-key.ts';
import type { Entering } from '../../../settings/people.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OpenCall } from '../endpoint.ts';
import { words } from '../fields.ts';
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
import { setSessionCookie } from './session-cookie.ts';
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
