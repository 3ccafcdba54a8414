import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createNotificationListener, MemorySeenStore, type Notification } from '../../sdk/src/index.ts';
import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import { type CliCall, type CliCommand, UsageError } from './command-line.ts';
import { numberOption, textOption } from './session.ts';

const portDefault = 4000;

/** A merchant's receiver for people who have none yet: it shows what a shop would be told. */
export const listen: CliCommand = {
  name: 'listen',
  summary: 'Receive notifications, check them and show them, until Ctrl-C',
  notes: `Give its address as notificationUrl when you create an invoice. With the secret of the sandbox it needs no options.
With --json each notification is a line of its own, as it came.`,
  options: {
    port: { value: 'number', text: `where to listen on 127.0.0.1; ${portDefault} when absent` },
    secret: { value: 'text', text: "the merchant's; the sandbox's when absent" },
    token: { value: 'text', text: 'the notificationToken of the invoices; not looked at when absent' },
    count: { value: 'number', text: 'end after so many' },
  },
  async run(call) {
    const countMax = numberOption(call, 'count') ?? Number.POSITIVE_INFINITY;
    let count = 0;
    const stop = new AbortController();
    const server = createServer(
      createNotificationListener(
        {
          secret: textOption(call, 'secret') ?? demoSecrets.merchantSecret,
          token: textOption(call, 'token'),
          seen: new MemorySeenStore(),
          failed: (error) => call.progress(`Refused: ${error instanceof Error ? error.message : error}`),
        },
        (notification) => {
          process.stdout.write(call.options['json'] ? `${JSON.stringify(notification)}\n` : line(notification));
          count++;
          // After the answer: the service would otherwise send it again.
          if (count >= countMax) setImmediate(() => stop.abort());
        },
      ),
    );
    await listenOn(server, call);
    const { port } = server.address() as AddressInfo;
    call.progress(`Listening at http://127.0.0.1:${port}/ (Ctrl-C ends it)`);
    const interrupted = () => stop.abort();
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    if (!stop.signal.aborted) await once(stop.signal, 'abort');
    server.close().closeIdleConnections();
    return { text: '', data: { received: count } };
  },
};

async function listenOn(server: ReturnType<typeof createServer>, call: CliCall): Promise<void> {
  const port = textOption(call, 'port') === '0' ? 0 : (numberOption(call, 'port') ?? portDefault);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is in use; give another with --port.`) : error;
  });
}

/** `12:04:10  paid  1000.01 RUB  order-1042  (1)` */
function line({ notificationDate, sequence, invoice }: Notification): string {
  const { status, sum, internalId, id } = invoice;
  const time = notificationDate.slice(11, 19);
  return `${time}  ${status.padEnd(8)}  ${sum.amount} ${sum.currency}  ${internalId ?? id}  (${sequence})\n`;
}
