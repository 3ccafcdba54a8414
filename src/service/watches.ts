import { ConsoleStreams } from '../api/operator/console-streams.ts';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import { Channel } from '../storage/database/channel.ts';
import { ConcernWatch } from '../storage/watches/concern-watch.ts';
import { InvoiceWatch } from '../storage/watches/invoice-watch.ts';
import type { Foundation } from './core.ts';

/** How processes tell each other what has changed: payers' pages hear of their invoice, people at work of what is theirs. */
export function openWatches({
  connectionString,
  holder,
  metrics,
  warns,
}: Pick<Foundation, 'connectionString' | 'holder' | 'metrics' | 'warns'>) {
  // The one connection that both of them talk on.
  const channel = new Channel(connectionString);
  const invoices = new InvoiceWatch(channel);
  const concerns = new ConcernWatch(channel);
  const streams = new ConsoleStreams({
    catalogue: () => holder.current,
    failed: warns('the session behind a stream will be looked at again'),
  });
  concerns.listen((heard) => streams.heard(heard));
  holder.onReplaced((before, after) => streams.settingsReplaced(before, after));
  metrics.gauge('console_streams', 'Open windows that follow what changes', () => streams.streamCount);
  const api: Pick<OperatorContext, 'streams' | 'announce'> = {
    streams,
    announce: (changed) => concerns.announce(changed),
  };
  return { channel, invoices, concerns, api };
}
