import type { OperatorEndpoint } from './endpoint.ts';
import { whoAmI } from './who-am-i.ts';

/** All operations of the interface for people. */
export const operatorEndpoints: readonly OperatorEndpoint[] = [whoAmI];
