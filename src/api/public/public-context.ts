import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../../http/metrics.ts';
import type { InvoiceWatch } from '../../storage/watches/invoice-watch.ts';
import type { ApiContext } from '../context.ts';
import type { PublicContext } from './endpoint.ts';
import { LiveInvoices } from './live-invoices.ts';
import { type PayersInvoice, withHeldSum } from './payment-page.ts';
import { publicInvoiceEvent } from './public-invoice.ts';
import { type PublicLimitSettings, PublicLimits } from './public-limits.ts';

interface PublicSettings extends PublicLimitSettings {
  readonly streamsMax: number;
  /** 0 means no limit. */
  readonly streamsPerAddressMax: number;
  /** Says which invoices have changed, here or in another process. */
  readonly watch: InvoiceWatch;
}

interface PublicParts {
  readonly publicInterface: PublicSettings;
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
}

/** What the public interface and the payer's page keep in memory: who asked how much, and who follows what. */
export function openPublicContext(
  context: ApiContext,
  { publicInterface, metrics, logger }: PublicParts,
): PublicContext {
  const live = new LiveInvoices({
    async read(invoiceId) {
      const found = await context.reads.invoice(invoiceId, []);
      return found === undefined ? undefined : await withHeldSum(context, found);
    },
    render: (state) => renderEvent(context, state),
    clock: context.clock,
    failed: (err) => logger.warn({ err }, 'a followed invoice will be looked at again'),
    streamsMax: publicInterface.streamsMax,
    streamsPerAddressMax: publicInterface.streamsPerAddressMax,
  });
  publicInterface.watch.listen((changed) => live.changed(changed));
  metrics.gauge('event_streams', 'Open pages that follow their invoice', () => live.streamCount);
  return { ...context, live, limits: new PublicLimits(publicInterface, context.clock) };
}

/** The clock always moves, and what is free is not the invoice's own: neither of them is a change of it. */
function renderEvent(context: ApiContext, state: PayersInvoice): { text: string; body: string } {
  const invoice = publicInvoiceEvent(context, state);
  const { now: _now, variants: _variants, updatedAt: _updatedAt, ...page } = invoice.paymentPage;
  return { text: JSON.stringify({ ...invoice, paymentPage: page }), body: JSON.stringify(invoice) };
}
