import type { OperatorEndpoint } from '../endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  listEndpointEvents,
  listEndpoints,
  removeEndpoint,
  resendEndpointEvent,
  rotateEndpointSecret,
} from './store-endpoints.ts';

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
