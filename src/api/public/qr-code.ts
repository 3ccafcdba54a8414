import type { FastifyRequest } from 'fastify';
import { toBuffer, toString as toText } from 'qrcode';
import { Type } from 'typebox';
import { asOf } from '../../domain/expiry.ts';
import { AppError } from '../../errors.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoice-reads.ts';
import type { HttpContext } from '../context.ts';
import { payerPage, qrCarries } from '../invoice-dto.ts';
import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';

/**
 * The code opens the payment page: there, on the phone that the bank's app is on too, number and sum are copied with one tap,
 * and the countdown tells whether they are still good. A number in a code would go stale unseen; so a code of a number, for
 * ways to pay that are made of codes, belongs to one deal, and is there for as long as that deal waits for its transfer.
 */
export const qrCode: PublicEndpoint = {
  method: 'GET',
  path: '/invoices/:id/qr-code',
  operationId: 'qrCode',
  summary: 'QR code of the payment page, or of a deal',
  description:
    'An image; scanned with a phone, it opens the payment page there. With `deal`, of a way to pay that is made of codes, it is what the bank app scans. A browser (`Accept: text/html`) is sent on to the payment page.',
  query: { format: '`svg` (when absent) or `png`', deal: 'The deal whose own code is wanted' },
  response: Type.String({ format: 'binary', description: 'An image, `image/svg+xml` or `image/png`' }),
  mediaTypes: ['image/svg+xml', 'image/png'],
  async handle(context, request, reply) {
    const { format = 'svg', deal } = request.query as { readonly format?: unknown; readonly deal?: unknown };
    if (format !== 'svg' && format !== 'png') {
      throw new AppError('invalid_choice', { field: 'format', choices: 'svg, png' });
    }
    const found = await findPayersInvoice(context, idInPath(request));
    const page = payerPage(context, found.invoice.id);
    reply.header('vary', 'accept');
    if (isBrowser(request)) return await reply.redirect(page, 303);
    const number = deal === undefined ? null : codeOfDeal(context, found, deal);
    const content = number ?? page;
    reply.headers(number === null ? imageHeaders : { ...imageHeaders, 'cache-control': 'private, no-store' });
    reply.type(format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/png');
    const look = { errorCorrectionLevel: 'M', margin: 2 } as const;
    return await (format === 'svg'
      ? toText(content, { ...look, type: 'svg' })
      : toBuffer(content, { ...look, width: pngPixels }));
  },
};

/** Only while somebody may still pay by it. */
function codeOfDeal(context: HttpContext, found: InvoiceWithDeals, id: unknown): string {
  const { deals } = asOf(found.invoice, found.deals, context.clock());
  const deal = deals.find((one) => one.id === id && one.type === 'in' && one.status === 'transfer_waiting');
  if (deal === undefined || qrCarries(context.catalogue(), deal) !== 'number') throw new AppError('not_found');
  return deal.number;
}

/** Somebody who opens the link, and no page that shows the image. */
function isBrowser({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html');
}

/** Sharp on paper and on any screen, and some three kilobytes. */
const pngPixels = 592;

/** A shop may show the image on its own pages. It never changes; opened by itself it is no document that could do anything. */
const imageHeaders = {
  'cache-control': 'public, max-age=86400, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};
