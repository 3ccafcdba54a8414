import type { PublicEndpoint } from './endpoint.ts';
import { getPublicInvoice } from './get-public-invoice.ts';
import { publicBanks } from './public-banks.ts';
import { publicBook } from './public-book.ts';
import { publicCancel } from './public-cancel.ts';
import { publicConfirmTransfer } from './public-confirm-transfer.ts';
import { publicDispute } from './public-dispute.ts';
import { publicEvents } from './public-events.ts';
import { publicRates } from './public-rates.ts';
import { fillPublicRefund, getPublicRefund } from './public-refund.ts';
import { publicStartDeal } from './public-start-deal.ts';
import { publicVariants } from './public-variants.ts';
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
