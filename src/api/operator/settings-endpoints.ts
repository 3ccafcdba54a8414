import { listAllocationMisses } from './allocation-misses.ts';
import { tokenEndpoints } from './api-tokens.ts';
import { catalogueEndpoints } from './catalogue.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { fundEndpoints } from './funds.ts';
import { importRequisites } from './import-requisites.ts';
import { makerEndpoints } from './makers.ts';
import { merchantSettingEndpoints } from './merchants.ts';
import { ownAccessEndpoints } from './own-access.ts';
import { rateFeedEndpoints } from './rate-feeds.ts';
import { rateEndpoints } from './rates.ts';
import { requisiteEndpoints } from './requisites.ts';
import { sandboxEndpoints } from './sandbox-clock.ts';
import { storeKeyEndpoints } from './store-keys.ts';
import { storeEndpoints } from './stores.ts';
import { userEndpoints } from './users.ts';

/** People and settings. */
export const settingsEndpoints: readonly OperatorEndpoint[] = [
  ...ownAccessEndpoints,
  ...userEndpoints,
  ...tokenEndpoints,
  ...merchantSettingEndpoints,
  ...storeEndpoints,
  ...storeKeyEndpoints,
  ...makerEndpoints,
  ...fundEndpoints,
  ...requisiteEndpoints,
  importRequisites,
  listAllocationMisses,
  ...rateEndpoints,
  ...rateFeedEndpoints,
  ...catalogueEndpoints,
  ...sandboxEndpoints,
];
