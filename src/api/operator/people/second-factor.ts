import { toString as toQrCode } from 'qrcode';
import { Type } from 'typebox';
import { enrolmentLifetimeMs, otpauthUrl } from '../../../domain/people/enrolment.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { enrolmentOf, setOwnSecondFactor } from '../../../settings/people/set-second-factor.ts';
import { at, exampleCode } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, everybody, type OperatorContext } from '../endpoint.ts';
import { done, words } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { sessionHashOf } from './cookies.ts';
import { Beginning, Confirmation, ownReason, requireMayEnrol } from './own-access.ts';

const secondFactor = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });

export const BegunEnrolment = Type.Object({
  seed: words('For typing into an authenticator app'),
  url: words('The same as an otpauth URL'),
  qrCode: words('The same as a QR code, in SVG'),
  ticket: words('Send it back with the first code'),
  expiresAt: words('When it ends'),
});

/** A new seed for somebody's authenticator app. Nothing is stored until the first code comes back with the ticket. */
export async function beginEnrolment(
  context: OperatorContext,
  subject: string,
  label: string,
): Promise<ShapeOf<typeof BegunEnrolment>> {
  const expiresAtMs = context.clock() + enrolmentLifetimeMs;
  const { seed, ticket } = context.settings.beginEnrolment(subject, expiresAtMs);
  const url = otpauthUrl(label, seed);
  const qrCode = await toQrCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { seed, url, qrCode, ticket, expiresAt: formatTimestamp(expiresAtMs) };
}

export const exampleEnrolment: ShapeOf<typeof BegunEnrolment> = {
  seed: 'JBSWY3DPEHPK3PXP',
  url: 'otpauth://totp/Quittance:anna?secret=JBSWY3DPEHPK3PXP&issuer=Quittance',
  qrCode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"></svg>',
  ticket: 'the-ticket-of-begin',
  expiresAt: at('12:10:00'),
};

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/begin',
  operationId: 'beginSecondFactor',
  summary: 'Begin to set up an authenticator app',
  description:
    'In production a first second factor needs an enrolment code beside the password, which somebody else may know.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: 'always',
  worksWithoutSecondFactor: true,
  body: Beginning,
  response: BegunEnrolment,
  refusals: ['enrolment_code_needed', 'second_factor_present'],
  example: { body: { enrolmentCode: 'K5QW-2LHN-7TZC' }, answer: exampleEnrolment },
  async handle(call) {
    const { context, signedIn } = call;
    const { id, login, hasAuthenticator } = signedIn.user;
    if (hasAuthenticator) throw new AppError('second_factor_present');
    await requireMayEnrol(call, call.body.enrolmentCode);
    return await beginEnrolment(context, enrolmentOf.user(id), login);
  },
});

export const confirmSecondFactor = secondFactor(setOwnSecondFactor, {
  method: 'POST',
  path: '/me/second-factor/confirm',
  operationId: 'confirmSecondFactor',
  summary: 'Set up an authenticator app',
  worksWithoutSecondFactor: true,
  body: Confirmation,
  refusals: ['enrolment_failed', 'second_factor_present'],
  example: { body: { ticket: 'the-ticket-of-begin', code: exampleCode }, answer: { status: 'set up' } },
  reason: ownReason,
  ...done('set up'),
  input: ({ signedIn, request, body }) => ({ userId: signedIn.user.id, sessionHash: sessionHashOf(request), ...body }),
});
