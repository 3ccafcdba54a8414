import type { FastifyRequest } from 'fastify';
import { type Catalogue, type Merchant, type Store, validSecrets } from '../domain/catalogue.ts';
import { AppError, type Fault, fault } from '../errors.ts';
import { signatureMatches } from './signature.ts';

/** Who signed a merchant request. */
export interface Caller {
  readonly store: Store;
  readonly merchant: Merchant;
  readonly catalogue: Catalogue;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the merchant interface's authentication; null elsewhere. */
    caller: Caller | null;
  }
}

/** What signatures are checked with. */
interface SignatureContext {
  readonly mode: 'sandbox' | 'production';
  readonly catalogue: () => Catalogue;
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
  readonly clock: () => number;
}

/** Checked against when the key is unknown, so that an unknown key takes as long as a wrong signature. */
const nobodysSecrets = ['no merchant has this secret'];
const nothing = Buffer.alloc(0);

/**
 * Finds out who calls. Unknown key, wrong signature and missing header give the same 401. In sandbox mode the 401 also
 * says which string should have been signed: bad signatures are the first pain of every integration.
 */
export function authenticate(context: SignatureContext, request: FastifyRequest, bodyIsIgnored: boolean): Caller {
  const catalogue = context.catalogue();
  const key = request.headers['x-identity'];
  const storeId = typeof key === 'string' ? catalogue.storeIdByApiKey.get(key) : undefined;
  const store = storeId === undefined ? undefined : catalogue.stores.get(storeId);
  const merchant = store === undefined ? undefined : catalogue.merchants.get(store.merchantId);
  const secrets = merchant === undefined ? nobodysSecrets : validSecrets(merchant, context.clock());
  const method = request.method;
  const urls = calledUrls(context, request);
  const signature = request.headers['x-signature'];
  const body = signedBody(request);
  const given = { method, urls, signature: typeof signature === 'string' ? signature : '' };
  // Some clients send a stray `null` or `""` where the operation has no body, and sign without it.
  const isSigned =
    signatureMatches({ ...given, body }, secrets) ||
    (bodyIsIgnored && body.length > 0 && signatureMatches({ ...given, body: nothing }, secrets));
  if (!isSigned || store === undefined || merchant === undefined) {
    throw unauthorized(context, `${method}${urls[0]}${body.toString('utf8')}`);
  }
  return { store, merchant, catalogue };
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no authentication`);
  return request.caller;
}

/** The body counts only when the request is JSON and has one; never for GET or multipart. */
function signedBody(request: FastifyRequest): Buffer {
  if (request.rawBody === null || request.method === 'GET') return nothing;
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/json' ? request.rawBody : nothing;
}

/** Behind a proxy the service sees another scheme or host than the client called; the public URL says which. */
function calledUrls(context: SignatureContext, request: FastifyRequest): string[] {
  const path = request.raw.url ?? '';
  const received = `${request.protocol}://${request.host}${path}`;
  const published = `${context.publicUrl()}${path}`;
  return received === published ? [received] : [received, published];
}

function unauthorized(context: SignatureContext, stringToSign: string): AppError {
  const refusal: Fault & { stringToSign?: string } = { ...fault('unauthorized') };
  if (context.mode === 'sandbox') refusal.stringToSign = stringToSign;
  return new AppError([refusal]);
}
