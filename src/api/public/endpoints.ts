import type { PublicEndpoint } from './endpoint.ts';
import { publicBook } from './public-book.ts';
import { publicDispute } from './public-dispute.ts';
import { publicEvents } from './public-events.ts';
import {
  getPublicInvoice,
  publicCancel,
  publicConfirmTransfer,
  publicStartDeal,
  publicVariants,
} from './public-paying.ts';
import { publicBanks, publicRates } from './public-reference.ts';
import { fillPublicRefund, getPublicRefund } from './public-refund.ts';
import { qrCode } from './qr-code.ts';

/** In the order in which a payer meets them. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  getPublicInvoice,
  publicVariants,
  publicStartDeal,
  publicConfirmTransfer,
  publicDispute,
  publicCancel,
  publicEvents,
  qrCode,
  publicBanks,
  publicRates,
  publicBook,
  getPublicRefund,
  fillPublicRefund,
];
