import { toBuffer, toString as toText } from 'qrcode';
import { file } from '../answers.ts';
import { payerPage } from '../invoice-dto.ts';
import { choiceQuery, notEmpty, orElse } from '../parameters.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';

const formats = { svg: 'svg', png: 'png' } as const;

/**
 * The code opens the payment page, whatever the way to pay: there, on the phone that the bank's app is on too, number and sum
 * are copied with one tap, and the countdown tells whether they are still good. A number in a code would go stale unseen.
 */
export const qrCode = endpoint({
  method: 'GET',
  path: '/invoices/:id/qr-code',
  operationId: 'qrCode',
  summary: 'QR code of the payment page',
  description: 'An image; scanned with a phone, it opens the payment page there.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  query: { format: orElse(notEmpty(choiceQuery(formats, '`svg` (when absent) or `png`')), 'svg') },
  response: file(['image/svg+xml', 'image/png'], 'An image, `image/svg+xml` or `image/png`'),
  refusals: [],
  async handle({ context, params, query: { format } }) {
    const { invoice } = await findPayersInvoice(context, params.id);
    const url = payerPage(context, invoice.id);
    const look = { errorCorrectionLevel: 'M', margin: 2 } as const;
    return format === 'svg'
      ? { type: 'image/svg+xml; charset=utf-8', headers, content: await toText(url, { ...look, type: 'svg' }) }
      : { type: 'image/png', headers, content: await toBuffer(url, { ...look, width: pngPixels }) };
  },
});

/** Sharp on paper and on any screen, and some three kilobytes. */
const pngPixels = 592;

/** A shop may show the image on its own pages. It never changes; opened by itself it is no document that could do anything. */
const headers = {
  'cache-control': 'public, max-age=86400, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};
