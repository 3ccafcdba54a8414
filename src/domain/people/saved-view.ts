import type { Instant } from '../text/timestamp.ts';

/** A list as a person likes to look at it: a page of the console with its filters, order and columns, under a name. */
export interface SavedView {
  readonly id: number;
  readonly userId: number;
  /** The page's path: /invoices. */
  readonly page: string;
  readonly name: string;
  /** What follows the question mark; empty: all of it, in the usual order. */
  readonly query: string;
  readonly createdAt: Instant;
}

/** More than anybody finds again. */
export const viewsMax = 100;
export const viewNameCharactersMax = 60;
export const viewQueryCharactersMax = 2_000;
/** Paths of the console: words between slashes. Nothing that a browser could take for another site. */
export const viewPagePattern = '^/[a-z0-9-]*(/[a-z0-9-]+){0,3}$';
