import { Type } from 'typebox';
import { requireEnrolmentCode } from '../../../settings/enrolment-codes.ts';
import { json } from '../../endpoint.ts';
import type { OperatorCall } from '../endpoint.ts';
import { note, nullable, text, words } from '../fields.ts';

/** What people do about their own access needs no words of theirs. */
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
