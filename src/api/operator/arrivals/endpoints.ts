import type { OperatorEndpoint } from '../endpoint.ts';
import { enterArrival, listArrivals, matchArrival, returnArrival } from './arrivals.ts';

/** Money that came. */
export const arrivalEndpoints: readonly OperatorEndpoint[] = [enterArrival, listArrivals, matchArrival, returnArrival];
