import { text } from '../fields.ts';

/** What people do about their own access needs no words of theirs. */
export const ownReason = 'own access';

/** What comes back from somebody who sets up a second factor. */
export const Confirmation = {
  ticket: text(500, 'The one that beginning gave'),
  code: text(20, 'The first code of the authenticator app'),
};
