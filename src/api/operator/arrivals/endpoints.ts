import type { OperatorEndpoint } from '../endpoint.ts';
import { enterArrival } from './enter-arrival.ts';
import { listArrivals } from './list-arrivals.ts';
import { matchArrival } from './match-arrival.ts';
import { returnArrival } from './return-arrival.ts';

/** Money that came. */
export const arrivalEndpoints: readonly OperatorEndpoint[] = [enterArrival, listArrivals, matchArrival, returnArrival];
