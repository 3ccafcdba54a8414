import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PageSettings } from '../../domain/merchants/page-settings.ts';
import { decodeLogo, type Logo, logoExtension } from '../../domain/merchants/store-logo.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ApiContext } from '../context.ts';

/** A picture by its content's hash: browsers may keep it without limit, and a changed one has another name. */
interface NamedLogo extends Logo {
  readonly name: string;
}

const named = new WeakMap<PageSettings, NamedLogo | null>();

/** Made once for each setting: every page view asks. */
function logoOf(page: PageSettings): NamedLogo | null {
  const known = named.get(page);
  if (known !== undefined) return known;
  const logo = page.logo === null ? null : decodeLogo(page.logo);
  const made = logo === null ? null : { ...logo, name: `${hashOf(logo.bytes)}.${logoExtension(logo)}` };
  named.set(page, made);
  return made;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Below the service's root. */
export function logoPath(page: PageSettings): string | null {
  const logo = logoOf(page);
  return logo === null ? null : `assets/logos/${logo.name}`;
}

export function registerStoreLogos(app: FastifyInstance, context: Pick<ApiContext, 'catalogue'>): void {
  app.get<{ Params: { name: string } }>('/assets/logos/:name', async (request, reply) => {
    const stores = [...context.catalogue().stores.values()];
    const logo = stores.map(({ page }) => logoOf(page)).find((one) => one?.name === request.params.name);
    if (logo == null) throw new AppError('not_found');
    reply.headers({
      'content-type': logo.mediaType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return reply.send(logo.bytes);
  });
}
