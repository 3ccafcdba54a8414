import { type Static, Type } from 'typebox';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { changePassword as changePasswordAct } from '../../settings/change-password.ts';
import { closeSessions } from '../../settings/close-sessions.ts';
import { enrolmentOf, setOwnSecondFactor } from '../../settings/set-second-factor.ts';
import { listSessions } from '../../storage/reads/people-reads.ts';
import { readCookie, sessionCookie } from './authentication.ts';
import { BegunEnrolment, beginEnrolment } from './begun-enrolment.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { Password, text } from './fields.ts';
import { byOf } from './users.ts';

/** What people do about their own access: in a session only, since a script's token must not outgrow itself. */
const own = { roles: ['operator', 'maker', 'merchant'], scope: 'access', isForPeople: true } as const;
const ownReason = 'own access';

const Done = Type.Object({ status: Type.String() });

const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 200 }),
  password: Password,
});

const changePassword: OperatorEndpoint = {
  ...own,
  method: 'POST',
  path: '/me/password',
  operationId: 'changeOwnPassword',
  summary: 'Change your own password',
  description: 'All your other sessions end.',
  body: { kind: 'json', schema: PasswordChange },
  response: Done,
  async handle(call) {
    const { context, request, signedIn } = call;
    const { currentPassword, password } = request.body as Static<typeof PasswordChange>;
    const { id } = signedIn.user;
    await context.people.checkPassword(id, currentPassword, context.clock());
    const sessionToken = readCookie(request, sessionCookie) ?? '';
    await context.settings.run(changePasswordAct, { userId: id, password, sessionToken }, byOf(call, ownReason));
    context.announce([`session u${id}`]);
    return { status: 'changed' };
  },
};

const sessions: OperatorEndpoint = {
  ...own,
  method: 'GET',
  path: '/me/sessions',
  operationId: 'listOwnSessions',
  summary: 'Where you are signed in',
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        address: Type.String(),
        userAgent: Type.String(),
        createdAt: Type.String(),
        expiresAt: Type.String(),
        isCurrent: Type.Boolean({ description: 'The session that asks' }),
      }),
    ),
  }),
  async handle({ context, signedIn }) {
    const found = await listSessions(context.pool, signedIn.user.id, context.clock());
    return {
      items: found.map(({ csrfToken, address, userAgent, createdAt, expiresAt }) => ({
        address,
        userAgent,
        createdAt: formatTimestamp(createdAt),
        expiresAt: formatTimestamp(expiresAt),
        isCurrent: csrfToken === signedIn.csrfToken,
      })),
    };
  },
};

const signOutEverywhere: OperatorEndpoint = {
  ...own,
  method: 'DELETE',
  path: '/me/sessions',
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere',
  description: 'This session ends too.',
  worksWithoutSecondFactor: true,
  response: Type.Object({ sessions: Type.Integer() }),
  async handle(call) {
    const { id } = call.signedIn.user;
    const ended = await call.context.settings.run(closeSessions, { userId: id }, byOf(call, ownReason));
    call.context.announce([`session u${id}`]);
    return { sessions: ended };
  },
};

const beginSecondFactor: OperatorEndpoint = {
  ...own,
  method: 'POST',
  path: '/me/second-factor/begin',
  operationId: 'beginSecondFactor',
  summary: 'Begin to set up a second factor',
  worksWithoutSecondFactor: true,
  response: BegunEnrolment,
  async handle({ context, signedIn }) {
    const { id, login, hasSecondFactor } = signedIn.user;
    if (hasSecondFactor) throw new AppError('second_factor_present');
    return await beginEnrolment(context, enrolmentOf.user(id), login);
  },
};

export const Confirmation = { ticket: text(500), code: text(20) };
const ConfirmSecondFactor = Type.Object(Confirmation);

const confirmSecondFactor: OperatorEndpoint = {
  ...own,
  method: 'POST',
  path: '/me/second-factor/confirm',
  operationId: 'confirmSecondFactor',
  summary: 'Set up the second factor',
  worksWithoutSecondFactor: true,
  body: { kind: 'json', schema: ConfirmSecondFactor },
  response: Done,
  async handle(call) {
    const body = call.request.body as Static<typeof ConfirmSecondFactor>;
    const input = { userId: call.signedIn.user.id, ...body };
    await call.context.settings.run(setOwnSecondFactor, input, byOf(call, ownReason));
    return { status: 'set up' };
  },
};

export const ownAccessEndpoints: readonly OperatorEndpoint[] = [
  changePassword,
  sessions,
  signOutEverywhere,
  beginSecondFactor,
  confirmSecondFactor,
];
