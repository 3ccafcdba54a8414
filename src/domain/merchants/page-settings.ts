import { AppError } from '../../errors/app-error.ts';
import { readLogo } from './store-logo.ts';

/** How a store looks on the payer's page, and who may show that page in a frame. */
export interface PageSettings {
  /** What payers read; null: the store's own name. */
  readonly name: string | null;
  /** As in #0a7cff; null: the default colour. */
  readonly colour: string | null;
  /** The same for dark screens; null: made from the other. */
  readonly darkColour: string | null;
  /** For payers whose browser asks for no language that the page has; null: English. */
  readonly language: string | null;
  /** Sites that may frame the page, as in https://shop.example; nobody else may. */
  readonly frameOrigins: readonly string[];
  /** What is sold here, in the store's own words; null: nothing is said. */
  readonly description: string | null;
  /** Where payers can ask: https, mailto or tel; null: nowhere but with the store itself. */
  readonly supportUrl: string | null;
  /** A small picture as base64 (`store-logo.ts`); null: the first letters of the name. */
  readonly logo: string | null;
}

export const plainPage: PageSettings = {
  name: null,
  colour: null,
  darkColour: null,
  language: null,
  frameOrigins: [],
  description: null,
  supportUrl: null,
  logo: null,
};

/** In the form they are kept in. What is absent is as on a page that nobody has changed: the settings are given as a whole. */
export function readPageSettings(given: Partial<PageSettings>): PageSettings {
  return {
    name: given.name ?? null,
    colour: given.colour?.toLowerCase() ?? null,
    darkColour: given.darkColour?.toLowerCase() ?? null,
    language: given.language ?? null,
    frameOrigins: [...new Set((given.frameOrigins ?? []).map(readOrigin))],
    description: given.description?.trim() || null,
    supportUrl: given.supportUrl == null ? null : readSupportUrl(given.supportUrl),
    logo: given.logo == null ? null : readLogo(given.logo),
  };
}

const supportProtocols: ReadonlySet<string> = new Set(['https:', 'mailto:', 'tel:']);

/** It is a link on the page: nothing that a browser would run, and nothing that can be read on its way. */
function readSupportUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isPlain = url !== null && url.username === '' && url.password === '';
  if (!isPlain || !supportProtocols.has(url.protocol)) {
    throw new AppError('invalid_support_url', { field: 'page.supportUrl' });
  }
  return url.href;
}

const originPattern = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;
const onThisMachine = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** These go into a header of the page word by word: nothing but a plain origin gets through. */
function readOrigin(text: string, index: number): string {
  const origin = text.toLowerCase();
  // A page over plain http can be changed on its way and put ours into a false frame, so only local addresses may use it.
  const isSafe = origin.startsWith('https:') || onThisMachine.test(origin);
  if (!originPattern.test(origin) || !isSafe)
    throw new AppError('invalid_origin', { field: `page.frameOrigins.${index}` });
  return origin;
}
