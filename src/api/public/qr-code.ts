import type { FastifyRequest } from 'fastify';
import { toBuffer, toString as toText } from 'qrcode';
import { asOf } from '../../domain/invoices/expiry.ts';
import { AppError } from '../../errors/app-error.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoices/invoice-reads.ts';
import { file } from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { hasCodeOfNumber, payerPage } from '../invoice-dto.ts';
import { choiceQuery, notEmpty, orElse, textQuery } from '../parameters.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';

const formats = { svg: 'svg', png: 'png' } as const;

/**
 * The code opens the payment page: there, on the phone that the bank's app is on too, number and sum are copied with one tap,
 * and the countdown tells whether they are still good. A number in a code would go stale unseen; so a code of a number, for
 * ways to pay that are made of codes, belongs to one deal, and is there for as long as that deal waits for its transfer.
 */
export const qrCode = endpoint({
  method: 'GET',
  path: '/invoices/:id/qr-code',
  operationId: 'qrCode',
  summary: 'QR code of the payment page, or of a deal',
  description:
    'An image; scanned with a phone, it opens the payment page there. With `deal`, of a way to pay that is made of codes, it is what the bank app scans. A browser (`Accept: text/html`) is sent on to the payment page.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  query: {
    format: orElse(notEmpty(choiceQuery(formats, '`svg` (when absent) or `png`')), 'svg'),
    deal: textQuery('The deal whose own code is wanted'),
  },
  response: file(['image/svg+xml', 'image/png'], 'An image, `image/svg+xml` or `image/png`'),
  refusals: [],
  async handle({ context, request, params, query: { format, deal } }) {
    const found = await findPayersInvoice(context, params.id);
    const page = payerPage(context, found.invoice.id);
    if (isBrowser(request)) return { seeOther: page, headers: byReader };
    const number = deal === null ? null : codeOfDeal(context, found, deal);
    const content = number ?? page;
    const headers = number === null ? imageHeaders : { ...imageHeaders, 'cache-control': 'private, no-store' };
    const look = { errorCorrectionLevel: 'M', margin: 2 } as const;
    return format === 'svg'
      ? { type: 'image/svg+xml; charset=utf-8', headers, content: await toText(content, { ...look, type: 'svg' }) }
      : { type: 'image/png', headers, content: await toBuffer(content, { ...look, width: pngPixels }) };
  },
});

function codeOfDeal(context: ApiContext, found: InvoiceWithDeals, id: string): string {
  const { deals } = asOf(found.invoice, found.deals, context.clock());
  const deal = deals.find((one) => one.id === id);
  if (deal === undefined || !hasCodeOfNumber(context.catalogue(), deal)) throw new AppError('not_found');
  return deal.number;
}

/** Somebody who opens the link, and no page that shows the image. */
function isBrowser({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html');
}

/** A browser gets another answer than a page that shows the image. */
const byReader = { vary: 'accept' };

/** Sharp on paper and on any screen, and some three kilobytes. */
const pngPixels = 592;

/** A shop may show the image on its own pages. It never changes; opened by itself it is no document that could do anything. */
const imageHeaders = {
  ...byReader,
  'cache-control': 'public, max-age=86400, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};
