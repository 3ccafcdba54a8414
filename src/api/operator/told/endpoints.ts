import type { OperatorEndpoint } from '../endpoint.ts';
import { addChannel } from './add-channel.ts';
import { confirmChannel } from './confirm-channel.ts';
import { readOwnWishes } from './read-own-wishes.ts';
import { removeChannel } from './remove-channel.ts';
import { setOwnWishes } from './set-own-wishes.ts';

/** What people want to hear, and where. */
export const toldEndpoints: readonly OperatorEndpoint[] = [
  readOwnWishes,
  setOwnWishes,
  addChannel,
  confirmChannel,
  removeChannel,
];
