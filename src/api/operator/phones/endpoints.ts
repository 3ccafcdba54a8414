import type { OperatorEndpoint } from '../endpoint.ts';
import { readAutomation, setAutomation } from './automation.ts';
import { changePhone } from './change-phone.ts';
import { createPhone } from './create-phone.ts';
import { enterMessage, judgeMessage } from './judge-message.ts';
import { listMessages } from './list-messages.ts';
import { listPhones } from './list-phones.ts';
import { renewPhoneTicket } from './renew-phone-ticket.ts';
import { revokePhone } from './revoke-phone.ts';

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
