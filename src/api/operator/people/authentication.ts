import type { FastifyRequest } from 'fastify';
import { requireTokenAddress } from '../../../domain/authority/token-bounds.ts';
import type { ByWhom } from '../../../domain/people/audit.ts';
import { actHash } from '../../../domain/people/passkeys.ts';
import {
  isAllowed,
  lacksFreshProof,
  lacksSecondFactor,
  requirePerson,
  type SignedIn,
} from '../../../domain/people/people.ts';
import { refusedToMember } from '../../../domain/people/team.ts';
import { isSameText } from '../../../domain/text/same-text.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { bareAddress } from '../../../http/address-key.ts';
import { byOf, type OperatorCall, type OperatorContext, type OperatorEndpoint } from '../endpoint.ts';
import { readSessionCookie, sessionHashOf } from './cookies.ts';

/** What of an operation says who may call it. */
type Access = Pick<
  OperatorEndpoint,
  | 'operationId'
  | 'method'
  | 'roles'
  | 'scope'
  | 'isForPeople'
  | 'needsFreshProof'
  | 'worksWithoutSecondFactor'
  | 'keepsNobodyAwake'
>;

/**
 * Finds out who calls: a script by its token, a person by the session cookie. A cookie comes along with any request the
 * browser makes, so a change also needs the session's CSRF token, which other sites cannot read.
 */
export async function authenticatePerson(
  context: OperatorContext,
  request: FastifyRequest,
  endpoint: Access,
): Promise<SignedIn> {
  const signedIn = await whoCalls(context, request, endpoint);
  if (!isAllowed(signedIn, endpoint)) throw new AppError('forbidden');
  if (endpoint.worksWithoutSecondFactor !== true && lacksSecondFactor(signedIn.user, context.mode, signedIn.rules)) {
    throw new AppError('second_factor_required');
  }
  const refused = refusedToMember(signedIn.user, endpoint.operationId);
  if (refused !== null) throw new AppError(refused);
  requirePerson(signedIn, endpoint);
  if (lacksFreshProof(signedIn, endpoint, context.clock()) && !(await isProved(context, request))) {
    throw new AppError('fresh_code_needed');
  }
  return signedIn;
}

/** What such acts are refused with beside the rest. */
export const dangerRefusals = ['fresh_code_needed', 'people_only', 'second_person_needed'] as const;

/** For acts that need a fresh proof only where they are dangerous. */
export async function byPerson(call: OperatorCall, reason: string): Promise<ByWhom> {
  const { signedIn, context, request } = call;
  const isShown = !lacksFreshProof(signedIn, { needsFreshProof: true }, context.clock());
  const presence =
    signedIn.scopes !== null ? 'script' : isShown || (await isProved(context, request)) ? 'shown' : 'not_shown';
  return { ...byOf(call, reason), presence };
}

/** A passkey was shown for this request, byte for byte. */
async function isProved({ people, clock }: OperatorContext, request: FastifyRequest): Promise<boolean> {
  const act = { method: request.method, url: request.raw.url ?? '', body: request.rawBody ?? Buffer.alloc(0) };
  return await people.isProved({ sessionHash: sessionHashOf(request), actHash: actHash(act) }, clock());
}

/** What a page asks by itself, because something changed or time went by, says so: nobody need be there for it. */
const backgroundHeader = 'x-background';

async function whoCalls(context: OperatorContext, request: FastifyRequest, endpoint: Access): Promise<SignedIn> {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) {
    const found = await context.people.findToken(bearer);
    if (found === null) throw new AppError('unauthorized');
    const { expiresAt, bounds, ...signedIn } = found;
    // Only who holds the token learns that it was one; and has to, to know what to do.
    if (context.clock() >= expiresAt) throw new AppError('token_ended', { at: formatTimestamp(expiresAt) });
    requireTokenAddress(bounds, bareAddress(request.ip));
    return signedIn;
  }
  const cookie = readSessionCookie(request);
  const isByPerson = endpoint.keepsNobodyAwake !== true && request.headers[backgroundHeader] === undefined;
  const asked = { now: context.clock(), isByPerson };
  const session = cookie === null ? null : await context.people.findSession(cookie, asked);
  if (session === null) throw new AppError('unauthorized');
  if (endpoint.method !== 'GET' && !isSame(request.headers['x-csrf-token'], session.csrfToken))
    throw new AppError('csrf_token_wrong');
  return session;
}

function isSame(given: unknown, expected: string | null): boolean {
  return typeof given === 'string' && expected !== null && isSameText(given, expected);
}
