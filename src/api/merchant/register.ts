import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bareAddress } from '../../http/address-key.ts';
import { authenticate, callerOf } from '../../http/authentication.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import type { HttpContext } from '../context.ts';
import { serve } from '../serve.ts';
import type { MerchantCall, MerchantEndpoint } from './endpoint.ts';
import { merchantEndpoints } from './endpoints.ts';
import { admitKey, admitKeyToInvoice } from './key-gate.ts';

/** The interface for merchants' programs: /api/merchant. Every request is signed. */
export function registerMerchant(app: FastifyInstance, context: HttpContext): void {
  const rateLimit = new TokenBuckets(context.rateLimitPerSecond * 60, context.rateLimitPerSecond * 2);
  serve<MerchantCall, MerchantEndpoint>(app, merchantEndpoints, {
    prefix: '/api/merchant',
    engine: context.engine,
    files: context,
    async admit(endpoint, request) {
      request.caller = authenticate(context, request, endpoint.body?.kind === 'ignored');
      admitKey(endpoint, request);
      rateLimit.take(String(request.caller.store.id), context.clock());
    },
    callOf: (_endpoint, request) => ({ context, caller: callerOf(request) }),
    keyOwner: ({ caller }) => caller.store.id,
    signedOf({ caller: { store, signedId } }) {
      const { repeatWindowMs: windowMs } = store.requests;
      return windowMs === 0 ? null : { id: signedId(), windowMs };
    },
    async around(endpoint, request, handle) {
      await admitKeyToInvoice(context, endpoint, request);
      noteUse(context, request);
      return await handle();
    },
  });
}

/** For the list of keys: a key that nobody uses any more can be revoked. */
function noteUse({ noteKeyUse, clock }: HttpContext, request: FastifyRequest): void {
  const key = request.headers['x-identity'];
  if (typeof key === 'string') noteKeyUse(key, { at: clock(), address: bareAddress(request.ip) ?? 'unknown' });
}
