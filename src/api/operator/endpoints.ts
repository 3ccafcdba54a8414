import { booksEndpoints } from './books-endpoints.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { followChanges } from './follow-changes.ts';
import { moneyEndpoints } from './money-endpoints.ts';
import { deliveryEndpoints } from './notifications.ts';
import { readReference } from './reference-lists.ts';
import { settingsEndpoints } from './settings-endpoints.ts';
import { whoAmI } from './who-am-i.ts';

/** All operations of the interface for people. */
export const operatorEndpoints: readonly OperatorEndpoint[] = [
  ...booksEndpoints,
  ...moneyEndpoints,
  ...deliveryEndpoints,
  ...settingsEndpoints,
  readReference,
  whoAmI,
  followChanges,
];
