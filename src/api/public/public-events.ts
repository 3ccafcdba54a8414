import { Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { addressKey } from '../../http/address-key.ts';
import { EventStream } from '../../http/event-stream.ts';
import { idInPath, type PublicEndpoint } from './endpoint.ts';

export const publicEvents: PublicEndpoint = {
  method: 'GET',
  path: '/invoices/:id/events',
  operationId: 'publicEvents',
  summary: 'Follow an invoice live',
  description:
    'Server-sent events named `invoice`, each with the whole invoice as its payer sees it: at first the present state, then ' +
    'whenever it changes, by an act or by time. With the `Last-Event-ID` of the last event, which browsers send by ' +
    'themselves, the present state comes at once only if it is another one.',
  response: Type.String({ description: 'Server-sent events; `data` of each is a `PublicInvoiceDTO`' }),
  mediaTypes: ['text/event-stream'],
  async handle(context, request, reply) {
    const id = idInPath(request);
    if (!isUuid(id)) throw new AppError('not_found');
    const lastEventId = request.headers['last-event-id'];
    const wish = {
      invoiceId: id.toLowerCase(),
      address: addressKey(request.ip),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
    };
    await context.live.follow(wish, () => {
      reply.hijack();
      return new EventStream(reply.raw, reply.getHeaders() as Record<string, string>);
    });
    return reply;
  },
};
