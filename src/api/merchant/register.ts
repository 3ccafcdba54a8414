import type { FastifyInstance } from 'fastify';
import { authenticate, callerOf } from '../../http/authentication.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import type { ApiContext } from '../context.ts';
import { serve } from '../serve.ts';
import type { MerchantCall, MerchantEndpoint } from './endpoint.ts';
import { merchantEndpoints } from './endpoints.ts';
import { admitKey, admitKeyToInvoice } from './key-gate.ts';

/** The interface for merchants' programs: /api/merchant. Every request is signed. */
export function registerMerchant(app: FastifyInstance, context: ApiContext): void {
  const rateLimit = new TokenBuckets(context.rateLimitPerSecond * 60, context.rateLimitPerSecond * 2);
  serve<MerchantCall, MerchantEndpoint>(app, merchantEndpoints, {
    prefix: '/api/merchant',
    engine: context.engine,
    files: context,
    admit(endpoint, request) {
      request.caller = authenticate(context, request, endpoint.body?.kind === 'ignored');
      admitKey(endpoint, request);
      rateLimit.take(String(request.caller.store.id), context.clock());
    },
    callOf: (_endpoint, request) => ({ context, caller: callerOf(request) }),
    keyOwner: ({ caller }) => caller.store.id,
    signedOf({ caller: { store, signedId } }) {
      const { repeatWindowMs: windowMs } = store;
      return windowMs === 0 ? null : { id: signedId(), windowMs };
    },
    namesUnknownFields: context.mode === 'sandbox',
    around(endpoint, request, handle) {
      context.noteKeyUse(request.headers['x-identity'] as string, context.clock(), request.ip);
      const admitted = admitKeyToInvoice(context, endpoint, request);
      return admitted === null ? handle() : admitted.then(handle);
    },
  });
}
