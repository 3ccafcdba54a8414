import type { OperatorEndpoint } from '../endpoint.ts';
import { addChannel, confirmChannel, removeChannel } from './channels.ts';
import { readOwnWishes, setOwnWishes } from './wishes.ts';

/** What people want to hear, and where. */
export const toldEndpoints: readonly OperatorEndpoint[] = [
  readOwnWishes,
  setOwnWishes,
  addChannel,
  confirmChannel,
  removeChannel,
];
