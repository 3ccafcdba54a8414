import type { Instant } from '../text/timestamp.ts';
import type { Catalogue } from './catalogue.ts';
import type { Changes } from './changes.ts';

/** What a command decides with and writes into. The moves of the nouns ask for the part of it that they need. */
export interface Move {
  readonly catalogue: Catalogue;
  readonly now: Instant;
  readonly changes: Changes;
}
