import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PairedPhone, phoneSecretHash } from '../../domain/phones/phone.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { AppError } from '../../errors/app-error.ts';
import { TokenBuckets } from '../../http/token-buckets.ts';
import { serve } from '../serve.ts';
import type { DeviceCall, DeviceContext, DeviceEndpoint } from './endpoint.ts';
import { deviceEndpoints } from './endpoints.ts';

/** The interface for phones of makers: /api/devices. A token posts messages of its maker, and reaches nothing else. */
export function registerDevices(app: FastifyInstance, context: DeviceContext): void {
  app.decorateRequest('phone', null);
  const requests = new TokenBuckets(context.phoneRequestsPerMinute);
  serve<DeviceCall, DeviceEndpoint>(app, deviceEndpoints, {
    prefix: '/api/devices',
    engine: context.engine,
    files: context,
    async admit(_endpoint, request) {
      const phone = phonesByToken(context.catalogue()).get(phoneSecretHash(tokenOf(request)));
      if (phone === undefined) throw new AppError('unauthorized');
      requests.take(String(phone.id), context.clock());
      request.phone = phone;
    },
    callOf({ path }, request) {
      const { phone } = request;
      if (phone === null) throw new Error(`${path} has no authentication`);
      return { context, request, phone };
    },
    keyOwner: () => {
      throw new Error('no operation of the interface for phones takes an Idempotency-Key');
    },
    around: (_endpoint, _request, handle) => handle(),
  });
}

/** In a header; in the address for forwarders that cannot send headers of one's own. Addresses are not logged here. */
function tokenOf({ headers, query }: FastifyRequest): string {
  const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const { token } = query as { readonly token?: unknown };
  return bearer ?? (typeof token === 'string' ? token : '');
}

const byToken = new WeakMap<Catalogue, ReadonlyMap<string, PairedPhone>>();

/** Kept for as long as its catalogue is: every post asks. */
function phonesByToken(catalogue: Catalogue): ReadonlyMap<string, PairedPhone> {
  const known = byToken.get(catalogue);
  if (known !== undefined) return known;
  const phones = new Map<string, PairedPhone>();
  for (const { tokenHash, ...phone } of catalogue.phones.values()) {
    if (tokenHash !== null) phones.set(tokenHash, { ...phone, tokenHash });
  }
  byToken.set(catalogue, phones);
  return phones;
}
