import { randomBytes } from 'node:crypto';
import { type Enrolment, encodeSeed, readTicket, seedBytes, writeTicket } from '../../../domain/people/enrolment.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';

/** A new seed, and the ticket that brings it back. What it is for is sealed in: a ticket opens only there. */
export function sealTicket(
  secrets: SecretBox,
  subject: string,
  expiresAtMs: number,
): { readonly seed: string; readonly ticket: string } {
  const seed = encodeSeed(randomBytes(seedBytes));
  const sealed = secrets.seal(writeTicket({ seed, expiresAtMs }), context(subject));
  return { seed, ticket: sealed.toString('base64url') };
}

/** Null for anything that this service has not sealed for this subject. */
export function openTicket(
  { secrets }: { readonly secrets: SecretBox },
  subject: string,
  ticket: string,
): Enrolment | null {
  try {
    return readTicket(secrets.open(Buffer.from(ticket, 'base64url'), context(subject)));
  } catch {
    return null;
  }
}

function context(subject: string): string {
  return `enrolment:${subject}`;
}
