import { toldEndpoints } from './alerts/endpoints.ts';
import { arrivalEndpoints } from './arrivals/endpoints.ts';
import { bookEndpoints } from './books/endpoints.ts';
import { catalogueEndpoints } from './catalogue/endpoints.ts';
import { dealEndpoints } from './deals/endpoints.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { invoiceEndpoints } from './invoices/endpoints.ts';
import { makerEndpoints } from './makers/endpoints.ts';
import { merchantSettingEndpoints } from './merchants/endpoints.ts';
import { templateEndpoints } from './messages/endpoints.ts';
import { notificationEndpoints } from './notifications/endpoints.ts';
import { payerEndpoints } from './payers/endpoints.ts';
import { payoutEndpoints } from './payouts/endpoints.ts';
import { accessEndpoints } from './people/endpoints.ts';
import { phoneEndpoints } from './phones/endpoints.ts';
import { rateEndpoints } from './rates/endpoints.ts';
import { sandboxEndpoints } from './sandbox/endpoints.ts';
import { statementEndpoints } from './statements/endpoints.ts';
import { storeEndpointEndpoints } from './store-endpoints/endpoints.ts';
import { teamEndpoints } from './team/endpoints.ts';
import { withdrawalEndpoints } from './withdrawals/endpoints.ts';
import { workEndpoints } from './workqueue/endpoints.ts';

/** All operations of the interface for people who have signed in. */
export const operatorEndpoints: readonly OperatorEndpoint[] = [
  ...accessEndpoints,
  ...toldEndpoints,
  ...teamEndpoints,
  ...merchantSettingEndpoints,
  ...payerEndpoints,
  ...catalogueEndpoints,
  ...makerEndpoints,
  ...rateEndpoints,
  ...templateEndpoints,
  ...workEndpoints,
  ...invoiceEndpoints,
  ...dealEndpoints,
  ...arrivalEndpoints,
  ...statementEndpoints,
  ...phoneEndpoints,
  ...payoutEndpoints,
  ...withdrawalEndpoints,
  ...notificationEndpoints,
  ...storeEndpointEndpoints,
  ...bookEndpoints,
  ...sandboxEndpoints,
];
