import { Type } from 'typebox';
import { maskedMail } from '../../../domain/people/enrolment.ts';
import { AppError } from '../../../errors/app-error.ts';
import { changePassword } from '../../../settings/people/change-password.ts';
import {
  mailEnrolmentCode as mailEnrolmentCodeAct,
  requireEnrolmentCode,
} from '../../../settings/people/enrolment-codes.ts';
import { json } from '../../endpoint.ts';
import type { OperatorCall } from '../endpoint.ts';
import { Done, flag, note, nullable, optional, Password, text, words } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { readSessionCookie } from './cookies.ts';

const ownAccess = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });

/** Acts on one's own access need no reason from the person. */
export const ownReason = 'own access';

/** What comes back from somebody who sets up a second factor. */
export const Confirmation = {
  ticket: text(500, 'The one that beginning gave'),
  code: text(20, 'The first code of the authenticator app'),
};

/** With what a first second factor begins: in production more than the password. */
export const Beginning = json(
  Type.Object({ enrolmentCode: note(40, 'In production, of somebody who has no second factor yet') }),
  { nullIsEmpty: true },
);

export async function requireMayEnrol(
  { context, signedIn }: Pick<OperatorCall, 'context' | 'signedIn'>,
  code: string | null | undefined,
): Promise<void> {
  const asked = { userId: signedIn.user.id, code: code ?? null };
  await context.settings.routine(requireEnrolmentCode, asked, context.clock());
}

/** In the answers of what makes or lets in a user. */
export const HandedCode = nullable(
  words('Hand it over together with the password'),
  'With which the person sets up a first second factor in production, within a week; shown here only. Null where none is needed',
);

export const changeOwnPassword = ownAccess(changePassword, {
  method: 'POST',
  path: '/me/password',
  operationId: 'changeOwnPassword',
  summary: 'Change your own password',
  description: 'All your other sessions end, and so do your tokens unless you keep them.',
  needsFreshProof: true,
  body: {
    currentPassword: Type.String({ minLength: 1, maxLength: 200, description: 'The one that is valid now' }),
    password: Password,
    keepsTokens: optional(
      flag('Whether your tokens go on'),
      'Absent or null: they end, in case somebody else has made some',
    ),
  },
  response: Done,
  refusals: ['password_too_short', 'password_wrong', 'sign_in_locked'],
  example: {
    body: { currentPassword: 'a long pass phrase', password: 'another long pass phrase' },
    answer: { status: 'changed' },
  },
  reason: ownReason,
  input: async ({ context, request, signedIn, body }) => {
    const { currentPassword, password, keepsTokens } = body;
    const userId = signedIn.user.id;
    await context.people.checkPassword(userId, currentPassword, context.clock());
    return { userId, password, sessionToken: readSessionCookie(request) ?? '', keepsTokens: keepsTokens ?? false };
  },
  answer: (_, { context, signedIn }) => {
    context.announce([`session u${signedIn.user.id}`]);
    return { status: 'changed' };
  },
});

export const mailEnrolmentCode = ownAccess(mailEnrolmentCodeAct, {
  method: 'POST',
  path: '/me/enrolment-code',
  operationId: 'mailEnrolmentCode',
  summary: 'Have an enrolment code sent to you',
  description:
    'To the oldest of your mail addresses that you confirmed when you had a second factor. It works for an hour, once; five are ' +
    'sent a day at most.',
  worksWithoutSecondFactor: true,
  response: Type.Object({ address: words('Where it went, in part') }),
  refusals: ['enrolment_mail_unavailable', 'second_factor_present'],
  example: { answer: { address: 'm…@shop.com' } },
  reason: ownReason,
  input: ({ context: { told }, signedIn }) => {
    if (!told.offered.includes('email')) throw new AppError('enrolment_mail_unavailable');
    return { userId: signedIn.user.id, codeKey: told.codeKey };
  },
  answer: (address, { context }) => {
    context.told.wake();
    return { address: maskedMail(address) };
  },
});
