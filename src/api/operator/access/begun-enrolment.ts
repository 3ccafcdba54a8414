import { toString as toQrCode } from 'qrcode';
import { Type } from 'typebox';
import { enrolmentLifetimeMs, otpauthUrl } from '../../../domain/enrolment.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { words } from '../fields.ts';

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
