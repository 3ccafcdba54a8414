import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, type Scope } from '../../domain/people/people.ts';
import type { Concern } from '../../domain/state/concerns.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { addressKey } from '../../http/address-key.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import { type Interface, serve } from '../serve.ts';
import type { OpenCall, OpenEndpoint, OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { operatorEndpoints } from './endpoints.ts';
import { authenticatePerson } from './people/authentication.ts';
import { openEndpoints } from './people/endpoints.ts';
import { signOut } from './people/sign-in.ts';

/** The interface for people: /api/operator. */
export function registerOperator(app: FastifyInstance, context: OperatorContext): void {
  app.decorateRequest('signedIn', null);
  app.decorateRequest('readingPlace', null);
  app.addHook('preClose', async () => context.streams.close());
  const isHere = ({ isSandboxOnly }: OperatorEndpoint) => !isSandboxOnly || context.mode === 'sandbox';
  serve<OpenCall, OpenEndpoint>(app, openEndpoints, forAnybody(context));
  serve<OperatorCall, OperatorEndpoint>(app, [signOut, ...operatorEndpoints.filter(isHere)], forPeople(context));
}

function forPeople(context: OperatorContext): Interface<OperatorCall, OperatorEndpoint> {
  const limits = personLimits(context);
  return {
    prefix,
    engine: context.engine,
    files: context,
    async admit(endpoint, request) {
      request.signedIn = await authenticatePerson(context, request, endpoint);
      const { id } = request.signedIn.user;
      limits.take(endpoint, id);
      if (endpoint.mayBeBehind === true) request.readingPlace = await context.replica.placeFor(id);
    },
    callOf({ path }, request, reply) {
      const { signedIn } = request;
      if (signedIn === null) throw new Error(`${path} has no authentication`);
      return { context: readingAt(context, request, reply), request, reply, signedIn, actor: actorOf(signedIn) };
    },
    // Keys of people are kept under the negative of their user ID, where no store's keys are.
    keyOwner: ({ signedIn }) => -signedIn.user.id,
    async around({ method, scope }, request, handle) {
      const answer = await handle().catch((error: unknown) => {
        // A replica ends what stands in the way of its replay; the primary can be asked as well.
        if (request.readingPlace?.isReplica !== true || isRefusal(error)) throw error;
        request.readingPlace = null;
        return handle();
      });
      if (method !== 'GET') context.announce(concernsOfAct(scope));
      return answer;
    },
  };
}

/** Said by an answer from which something may be missing that was done after this instant. */
const asOfHeader = 'x-data-as-of';

function readingAt(context: OperatorContext, { readingPlace }: FastifyRequest, reply: FastifyReply): OperatorContext {
  if (readingPlace === null) {
    // Of an attempt to read it elsewhere.
    reply.removeHeader(asOfHeader);
    return context;
  }
  const { asOf, pool } = readingPlace;
  if (asOf !== null) reply.header(asOfHeader, formatTimestamp(asOf));
  return { ...context, pool };
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

/** By person, not by session or token: more of them must not be more. What is refused costs nothing but who is asking. */
function personLimits({ operatorLimits, clock }: OperatorContext) {
  const { requestsPerMinute, changesPerMinute } = operatorLimits;
  const requests = new TokenBuckets(requestsPerMinute);
  // Acts on settings run one at a time: one person's must not fill the line.
  const changes = new TokenBuckets(changesPerMinute, Math.min(changesPerMinute, changesAtOnce));
  return {
    take({ method, scope }: OperatorEndpoint, userId: number): void {
      requests.take(String(userId), clock());
      if (method !== 'GET' && isAboutSettings(scope)) changes.take(String(userId), clock());
    },
  };
}

const changesAtOnce = 20;

/** Attempts per address: beside the lock-out of each user, this stops one machine from trying many logins. */
const attemptsPerMinute = 120;
const attemptsAtOnce = 4;

function forAnybody(context: OperatorContext): Interface<OpenCall, OpenEndpoint> {
  const attempts = new TokenBuckets(attemptsPerMinute, attemptsAtOnce);
  return {
    prefix,
    engine: context.engine,
    files: context,
    admit: () => undefined,
    callOf: (_endpoint, request, reply) => ({ context, request, reply }),
    keyOwner: () => {
      throw new Error('nobody is signed in whose Idempotency-Key it could be');
    },
    async around(_endpoint, request, handle) {
      attempts.take(addressKey(request.ip), context.clock());
      return await handle();
    },
  };
}

const prefix = '/api/operator';

/** What people change and the engine does not write is in the log as well, and is the operators' own: users, tokens, feeds. */
function concernsOfAct(scope: Scope): readonly Concern[] {
  return isAboutSettings(scope) ? ['audit o', 'settings o'] : ['audit o'];
}

function isAboutSettings(scope: Scope): boolean {
  return scope === 'settings' || scope === 'access';
}
