import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Assets } from './assets.ts';
import type { Language } from './language.ts';
import { findLanguage, pickLanguage } from './languages.ts';
import type { PageParts } from './pay-document.ts';

/** What the pages for payers read from a request, and remember with the answer. */

/** By these names the build knows what the page loads. */
export function pageParts(assets: Assets): PageParts | null {
  const parts = assets.of('pay/pay.ts');
  return parts === null ? null : { ...parts, icon: assets.fileOf('pay/icon.svg') };
}

export function formFields(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.rawBody?.toString('utf8') ?? '');
}

const languageCookie = 'payer-language';

/** The switch in the address, before the one remembered. */
export function switchedTo(request: FastifyRequest): string | null {
  const { lang } = request.query as { readonly lang?: unknown };
  return typeof lang === 'string' ? (findLanguage(lang)?.code ?? null) : null;
}

export function languageOf(request: FastifyRequest, store: string | null): Language {
  const [, remembered] = cookiePattern.exec(request.headers.cookie ?? '') ?? [];
  const acceptLanguage = request.headers['accept-language'];
  return pickLanguage({ switched: switchedTo(request) ?? remembered, acceptLanguage, store });
}

const cookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=([A-Za-z-]{2,20})(?:;|$)`);
const cookieSeconds = 365 * 86_400;

/** Without a path the browser takes the page's own folder, wherever a proxy has put it. */
export function rememberLanguage(reply: FastifyReply, code: string, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${languageCookie}=${code}; Max-Age=${cookieSeconds}; SameSite=Lax; HttpOnly${secure}`);
}
