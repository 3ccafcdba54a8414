import { errorCatalogue } from './catalogue.ts';

/** What the console says in Russian, by code. Its build evaluates this file and bundles the answer alone (`web/vite.config.ts`). */
export const refusalsInRussian: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { ru }]) => [code, ru]),
);
