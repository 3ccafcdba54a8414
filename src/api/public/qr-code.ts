import { toBuffer, toString as toText } from 'qrcode';
import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { payerPage } from '../invoice-dto.ts';
import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';

/**
 * The code opens the payment page, whatever the way to pay: there, on the phone that the bank's app is on too, number and sum
 * are copied with one tap, and the countdown tells whether they are still good. A number in a code would go stale unseen.
 */
export const qrCode: PublicEndpoint = {
  method: 'GET',
  path: '/invoices/:id/qr-code',
  operationId: 'qrCode',
  summary: 'QR code of the payment page',
  description: 'An image; scanned with a phone, it opens the payment page there.',
  query: { format: '`svg` (when absent) or `png`' },
  response: Type.String({ format: 'binary', description: 'An image, `image/svg+xml` or `image/png`' }),
  mediaTypes: ['image/svg+xml', 'image/png'],
  async handle(context, request, reply) {
    const { format = 'svg' } = request.query as { readonly format?: unknown };
    if (format !== 'svg' && format !== 'png') {
      throw new AppError('invalid_choice', { field: 'format', choices: 'svg, png' });
    }
    const { invoice } = await findPayersInvoice(context, idInPath(request));
    const url = payerPage(context, invoice.id);
    reply.headers(imageHeaders).type(format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/png');
    const look = { errorCorrectionLevel: 'M', margin: 2 } as const;
    return await (format === 'svg'
      ? toText(url, { ...look, type: 'svg' })
      : toBuffer(url, { ...look, width: pngPixels }));
  },
};

/** Sharp on paper and on any screen, and some three kilobytes. */
const pngPixels = 592;

/** A shop may show the image on its own pages. It never changes; opened by itself it is no document that could do anything. */
const imageHeaders = {
  'cache-control': 'public, max-age=86400, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};
