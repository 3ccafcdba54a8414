import type { FastifyInstance } from 'fastify';
import { authenticate, callerOf } from '../../http/authentication.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import type { ApiContext } from '../context.ts';
import { serve } from '../serve.ts';
import type { MerchantCall, MerchantEndpoint } from './endpoint.ts';
import { merchantEndpoints } from './endpoints.ts';

/** The interface for merchants' programs: /api/merchant. Every request is signed. */
export function registerMerchant(app: FastifyInstance, context: ApiContext): void {
  const rateLimit = new TokenBuckets(context.rateLimitPerSecond * 60, context.rateLimitPerSecond * 2);
  serve<MerchantCall, MerchantEndpoint>(app, merchantEndpoints, {
    prefix: '/api/merchant',
    engine: context.engine,
    files: context,
    async admit({ body }, request) {
      request.caller = authenticate(context, request, body?.kind === 'ignored');
      rateLimit.take(String(request.caller.store.id), context.clock());
    },
    callOf: (_endpoint, request) => ({ context, caller: callerOf(request) }),
    keyOwner: ({ caller }) => caller.store.id,
    signedOf({ caller: { store, signedId } }) {
      const { repeatWindowMs: windowMs } = store.requests;
      return windowMs === 0 ? null : { id: signedId(), windowMs };
    },
    around: (_endpoint, _request, handle) => handle(),
  });
}
