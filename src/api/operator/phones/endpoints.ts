import type { OperatorEndpoint } from '../endpoint.ts';
import { readAutomation, setAutomation } from './automation.ts';
import { enterMessage, judgeMessage, listMessages } from './messages.ts';
import { changePhone, createPhone, listPhones, renewPhoneTicket, revokePhone } from './phones.ts';

/** Phones of makers, what came to them, and what their messages may do. */
export const phoneEndpoints: readonly OperatorEndpoint[] = [
  listPhones,
  createPhone,
  renewPhoneTicket,
  changePhone,
  revokePhone,
  listMessages,
  judgeMessage,
  enterMessage,
  readAutomation,
  setAutomation,
];
