import type { Logger } from 'pino';
import { ConsoleStreams } from './api/operator/console-streams.ts';
import type { OperatorContext } from './api/operator/endpoint.ts';
import type { CatalogueHolder } from './engine/catalogue-holder.ts';
import type { Metrics } from './http/metrics.ts';
import { Channel } from './storage/channel.ts';
import { ConcernWatch } from './storage/concern-watch.ts';
import { InvoiceWatch } from './storage/invoice-watch.ts';

interface Watches {
  /** The one connection that both of them talk on. */
  readonly channel: Channel;
  readonly invoices: InvoiceWatch;
  readonly concerns: ConcernWatch;
  /** Those who follow what changes, and how they are told. */
  readonly consoleApi: Pick<OperatorContext, 'streams' | 'announce'>;
}

interface WatchParts {
  readonly holder: CatalogueHolder;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** How processes tell each other what has changed: payers' pages hear of their invoice, people at work of what is theirs. */
export function openWatches(connectionString: () => string, { holder, metrics, log }: WatchParts): Watches {
  const channel = new Channel(connectionString);
  const invoices = new InvoiceWatch(channel);
  const concerns = new ConcernWatch(channel);
  const streams = new ConsoleStreams({
    catalogue: () => holder.current,
    failed: (err) => log.warn({ err }, 'the session behind a stream will be looked at again'),
  });
  concerns.listen((heard) => streams.heard(heard));
  holder.onReplaced((before, after) => streams.settingsReplaced(before, after));
  metrics.gauge('console_streams', 'Open windows that follow what changes', () => streams.streamCount);
  return { channel, invoices, concerns, consoleApi: { streams, announce: (changed) => concerns.announce(changed) } };
}
