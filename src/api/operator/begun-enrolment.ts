import { toString as toQrCode } from 'qrcode';
import { Type } from 'typebox';
import { enrolmentLifetimeMs, otpauthUrl } from '../../domain/enrolment.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import type { OperatorContext } from './endpoint.ts';

export const BegunEnrolment = Type.Object({
  seed: Type.String({ description: 'For typing into an authenticator app' }),
  url: Type.String({ description: 'The same as an otpauth URL' }),
  qrCode: Type.String({ description: 'The same as a QR code, in SVG' }),
  ticket: Type.String({ description: 'Send it back with the first code' }),
  expiresAt: Type.String(),
});

/** A new seed for somebody's authenticator app. Nothing is stored until the first code comes back with the ticket. */
export async function beginEnrolment(context: OperatorContext, subject: string, label: string): Promise<object> {
  const expiresAtMs = context.clock() + enrolmentLifetimeMs;
  const { seed, ticket } = context.settings.beginEnrolment(subject, expiresAtMs);
  const url = otpauthUrl(label, seed);
  const qrCode = await toQrCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { seed, url, qrCode, ticket, expiresAt: formatTimestamp(expiresAtMs) };
}
