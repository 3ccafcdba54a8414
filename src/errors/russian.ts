import { errorCatalogue } from './catalogue.ts';

/** The Russian texts of the console, by code. Its build evaluates this file and bundles the answer alone (`web/vite.config.ts`). */
export const refusalsInRussian: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { ru }]) => [code, ru]),
);
