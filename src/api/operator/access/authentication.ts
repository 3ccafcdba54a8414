import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isAllowed, lacksSecondFactor, requirePerson, type SignedIn } from '../../../domain/people.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { AppError } from '../../../errors.ts';
import type { OperatorContext, OperatorEndpoint } from '../endpoint.ts';
import { readSessionCookie } from './session-cookie.ts';

/** What of an operation says who may call it. */
type Access = Pick<
  OperatorEndpoint,
  'method' | 'roles' | 'scope' | 'isForPeople' | 'needsFreshCode' | 'worksWithoutSecondFactor'
>;

/**
 * Finds out who calls: a script by its token, a person by the session cookie. A cookie comes along with any request the
 * browser makes, so whoever changes something must also send the session's CSRF token, which other sites cannot read.
 */
export async function authenticatePerson(
  context: OperatorContext,
  request: FastifyRequest,
  endpoint: Access,
): Promise<SignedIn> {
  const signedIn = await whoCalls(context, request, endpoint.method !== 'GET');
  if (!isAllowed(signedIn, endpoint)) throw new AppError('forbidden');
  if (endpoint.worksWithoutSecondFactor !== true && lacksSecondFactor(signedIn.user, context.mode)) {
    throw new AppError('second_factor_required');
  }
  requirePerson(signedIn, endpoint, context.clock());
  return signedIn;
}

async function whoCalls(context: OperatorContext, request: FastifyRequest, isChange: boolean): Promise<SignedIn> {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) {
    const found = await context.people.findToken(bearer);
    if (found === null) throw new AppError('unauthorized');
    const { expiresAt, ...signedIn } = found;
    // Only who holds the token learns that it was one; and has to, to know what to do.
    if (context.clock() >= expiresAt) throw new AppError('token_ended', { at: formatTimestamp(expiresAt) });
    return signedIn;
  }
  const cookie = readSessionCookie(request);
  const session = cookie === null ? null : await context.people.findSession(cookie, context.clock());
  if (session === null) throw new AppError('unauthorized');
  if (isChange && !isSame(request.headers['x-csrf-token'], session.csrfToken)) throw new AppError('csrf_token_wrong');
  return session;
}

function isSame(given: unknown, expected: string | null): boolean {
  if (typeof given !== 'string' || expected === null) return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
