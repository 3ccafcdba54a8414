import { challengeLifetimeMs, findSite, type PasskeySite, passkeySites } from '../../../domain/people/passkeys.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { OfferedPasskey } from '../../../storage/reads/people/passkey-reads.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OpenCall } from '../endpoint.ts';
import type { RequestOptions } from './passkey-shape.ts';

/** The page that asks, if passkeys work there: browsers name it with every request that changes something. */
export function requireSite({ context, request }: Pick<OpenCall, 'context' | 'request'>): PasskeySite {
  const urls = [context.publicUrl(), ...context.otherPublicUrls];
  const site = findSite(urls, request.headers.origin);
  if (site !== null) return site;
  const sites = passkeySites(urls).map(({ origin }) => origin);
  throw new AppError('passkeys_unavailable', { sites: sites.length === 0 ? 'nowhere' : sites.join(', ') });
}

/** As long as the challenge works. */
export const passkeyTimeoutMs = challengeLifetimeMs;

export function requestOptions(
  challenge: string,
  { rpId }: PasskeySite,
  options: { readonly userVerification: 'required' | 'preferred'; readonly offered: readonly OfferedPasskey[] },
): ShapeOf<typeof RequestOptions> {
  const { userVerification, offered } = options;
  return { challenge, rpId, timeout: passkeyTimeoutMs, userVerification, allowCredentials: descriptorsOf(offered) };
}

export function descriptorsOf(offered: readonly OfferedPasskey[]) {
  return offered.map(({ credentialId, transports }) => ({
    type: 'public-key',
    id: credentialId,
    transports: [...transports],
  }));
}
