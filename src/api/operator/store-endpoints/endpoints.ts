import type { OperatorEndpoint } from '../endpoint.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { listEndpointEvents } from './list-endpoint-events.ts';
import { listEndpoints } from './list-endpoints.ts';
import { removeEndpoint } from './remove-endpoint.ts';
import { resendEndpointEvent } from './resend-endpoint-event.ts';
import { rotateEndpointSecret } from './rotate-endpoint-secret.ts';

/** Addresses of stores that hear of more than one invoice. */
export const storeEndpointEndpoints: readonly OperatorEndpoint[] = [
  listEndpoints,
  createEndpoint,
  changeEndpoint,
  rotateEndpointSecret,
  removeEndpoint,
  listEndpointEvents,
  resendEndpointEvent,
];
