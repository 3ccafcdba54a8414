import { addressKey } from '../../http/address-key.ts';
import { eventStream } from '../answers.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { payingInvoice } from './examples.ts';

export const publicEvents = endpoint({
  method: 'GET',
  path: '/invoices/:id/events',
  operationId: 'publicEvents',
  summary: 'Follow an invoice live',
  description:
    'Server-sent events named `invoice`, each with the whole invoice as its payer sees it: at first the present state, then ' +
    'whenever it changes, by an act or by time. With the `Last-Event-ID` of the last event, which browsers send by ' +
    'themselves, the present state comes at once only if it is another one.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  response: eventStream('Server-sent events; `data` of each is a `PublicInvoiceDTO`'),
  refusals: ['overloaded'],
  example: { answer: `id: Kx2mVt8qJr0dYw5ZbN1cEg\nevent: invoice\ndata: ${JSON.stringify(payingInvoice)}\n\n` },
  async handle({ context, request, params }) {
    const lastEventId = request.headers['last-event-id'];
    const wish = {
      invoiceId: params.id,
      address: addressKey(request.ip),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
    };
    return (open) => context.live.follow(wish, open);
  },
});
