import type { FastifyRequest } from 'fastify';
import { type ApiKey, isValidKey } from '../domain/merchants/api-key.ts';
import { calledUrls } from '../domain/merchants/called-url.ts';
import { type Merchant, validSecrets } from '../domain/merchants/merchant.ts';
import { readTimestamp, requireDemands } from '../domain/merchants/signed-request.ts';
import type { Store } from '../domain/merchants/store.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { AppError, type Fault, fault } from '../errors/app-error.ts';
import { mediaTypeOf } from './media-type.ts';
import { sandboxHint } from './sandbox-hint.ts';
import { signedRequestId, signedUrl } from './signature.ts';

/** Who signed a merchant request. */
export interface Caller {
  readonly store: Store;
  readonly merchant: Merchant;
  readonly apiKey: ApiKey;
  readonly catalogue: Catalogue;
  /** What the request is known by when its very same signed bytes come again. */
  readonly signedId: () => string;
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
  readonly otherPublicUrls: readonly string[];
  readonly clock: () => number;
  readonly callersClock: () => number;
}

/** Checked against when the key is unknown, so that an unknown key takes as long as a wrong signature. */
const nobodysSecrets = ['no merchant has this secret'];
const nothing = Buffer.alloc(0);

/**
 * Finds out who calls. Unknown key, wrong signature and missing header give the same 401. In sandbox mode the 401 also
 * says which string should have been signed, and in a header which of the reasons it was: bad signatures are the first pain
 * of every integration.
 */
export function authenticate(context: SignatureContext, request: FastifyRequest, bodyIsIgnored: boolean): Caller {
  const catalogue = context.catalogue();
  const key = request.headers['x-identity'];
  const found = typeof key === 'string' ? catalogue.apiKeys.get(key) : undefined;
  const apiKey = found !== undefined && isValidKey(found, context.clock()) ? found : undefined;
  const store = apiKey === undefined ? undefined : catalogue.stores.get(apiKey.storeId);
  const merchant = store === undefined ? undefined : catalogue.merchants.get(store.merchantId);
  const secrets = merchant === undefined ? nobodysSecrets : secretsOf(apiKey, merchant, context.clock());
  const method = request.method;
  const { protocol, host } = request;
  const publicUrls = [context.publicUrl(), ...context.otherPublicUrls];
  const urls = calledUrls({ mode: context.mode, publicUrls }, { protocol, host, path: request.raw.url ?? '' });
  const body = signedBody(request);
  const timestamp = headerOf(request, 'x-timestamp');
  const { algorithm, signature } = givenSignature(request);
  const given = { method, urls, timestamp, algorithm, signature, body };
  // Some clients send a stray `null` or `""` where the operation has no body, and sign without it.
  const url =
    signedUrl(given, secrets) ??
    (bodyIsIgnored && body.length > 0 ? signedUrl({ ...given, body: nothing }, secrets) : null);
  const timestampS = readTimestamp(timestamp);
  const isTime = timestamp === '' || timestampS !== null;
  if (url === null || !isTime || apiKey === undefined || store === undefined || merchant === undefined) {
    if (context.mode !== 'sandbox') throw new AppError('unauthorized');
    const facts = { key: headerOf(request, 'x-identity'), isKeyKnown: found !== undefined, isTime };
    const hint = sandboxHint({
      ...facts,
      isKeyValid: apiKey !== undefined,
      request: given,
      secrets,
      otherSecrets: secretsIn(catalogue, context.clock()),
    });
    throw explained(`${method}${urls[0]}${body.toString('utf8')}${timestamp}`, hint);
  }
  // Freshness is a matter of real clocks: a sandbox whose clock was moved is called by programs that know nothing of it.
  requireDemands(store, { hasSha256: algorithm === 'sha256', timestampS }, context.callersClock());
  const signedId = () => signedRequestId(store.id, { method, url, body, timestamp });
  return { store, merchant, apiKey, catalogue, signedId };
}

/** A key with a secret of its own is signed for with that one alone. */
function secretsOf(apiKey: ApiKey | undefined, merchant: Merchant, now: number): readonly string[] {
  const own = apiKey?.secret ?? null;
  return own === null ? validSecrets(merchant, now) : [own];
}

/** The newer header counts where it is sent, and the other one is not looked at. */
function givenSignature(request: FastifyRequest): { algorithm: 'sha1' | 'sha256'; signature: string } {
  const newer = headerOf(request, 'x-signature-256');
  return newer === ''
    ? { algorithm: 'sha1', signature: headerOf(request, 'x-signature') }
    : { algorithm: 'sha256', signature: newer };
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no authentication`);
  return request.caller;
}

/** The body counts only when the request is JSON and has one; never for GET or a form. */
function signedBody(request: FastifyRequest): Buffer {
  if (request.rawBody === null || request.method === 'GET') return nothing;
  return mediaTypeOf(request) === 'application/json' ? request.rawBody : nothing;
}

/** All of them: to tell a secret that belongs to another key from one that belongs to nobody. */
function secretsIn({ merchants, apiKeys }: Catalogue, now: number): readonly string[] {
  const own = [...apiKeys.values()].flatMap(({ secret }) => (secret === null ? [] : [secret]));
  return [...[...merchants.values()].flatMap((merchant) => validSecrets(merchant, now)), ...own];
}

/** The 401 of a sandbox. */
function explained(stringToSign: string, hint: string): AppError {
  const refusal: Fault & { stringToSign: string } = { ...fault('unauthorized'), stringToSign };
  return new AppError([refusal], { hint });
}
