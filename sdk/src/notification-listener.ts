import type { IncomingMessage, ServerResponse } from 'node:http';
import { NotificationError } from './errors.ts';
import {
  type Notification,
  type NotificationRequest,
  requireUsable,
  type VerifiedNotification,
  type VerifyOptions,
  verifyNotification,
} from './notification.ts';

export interface ReceiverOptions extends VerifyOptions {
  /** Told of what was refused, and of what your handler throws: the answer to the service says little. */
  readonly failed?: ((error: unknown) => void) | undefined;
}

/**
 * Store what follows from it, then return. Who throws is told again later. With several processes insert the ID under a
 * unique key in the same transaction: two of them may be told at once.
 */
export type NotificationHandler = (notification: Notification, id: string) => void | Promise<void>;

/** A notification is some kilobytes; anything larger is refused. */
const bodyBytesMax = 1024 * 1024;

/**
 * A request listener for `node:http`, and for frameworks that take one, that verifies, leaves repeats out and answers. It
 * has to read the body itself: put it before anything that parses bodies.
 */
export function createNotificationListener(
  options: ReceiverOptions,
  handle: NotificationHandler,
): (request: IncomingMessage, response: ServerResponse) => void {
  const receive = createNotificationReceiver(options, handle);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = request.method === 'POST' ? await readBody(request) : 405;
    const status = typeof body === 'number' ? body : await receive({ headers: request.headers, body });
    const headers = { 'content-type': 'text/plain', ...(status === 413 ? { connection: 'close' } : {}) };
    response.writeHead(status, headers).end(status === 200 ? 'ok' : 'refused');
  };
  return (request, response) => {
    // A connection that breaks off while its body is read leaves nobody to answer.
    answer(request, response).catch((error: unknown) => {
      options.failed?.(error);
      response.destroy();
    });
  };
}

/** The same for any other server: give it headers and raw body, answer with the status that it returns. */
export function createNotificationReceiver(
  options: ReceiverOptions,
  handle: NotificationHandler,
): (request: NotificationRequest) => Promise<number> {
  requireUsable(options);
  const underWay = new Map<string, Promise<void>>();
  return async (request) => {
    try {
      const verified = await verifyNotification(request, options);
      const { notification } = verified;
      // A trial of the address: to answer it is all there is to do.
      if (notification.notificationType === 'test' || verified.isRepeat) return 200;
      await handleOnce({ ...verified, notification }, { handle, seen: options.seen, underWay });
      return 200;
    } catch (error) {
      options.failed?.(error);
      return error instanceof NotificationError ? 401 : 500;
    }
  };
}

interface Receiver {
  readonly handle: NotificationHandler;
  readonly seen: VerifyOptions['seen'];
  readonly underWay: Map<string, Promise<void>>;
}

/** The service sends again what was not answered in time, perhaps while it is still being handled here. */
async function handleOnce(
  { id, notification, remember }: VerifiedNotification & { readonly notification: Notification },
  { handle, seen, underWay }: Receiver,
): Promise<void> {
  const running = underWay.get(id);
  if (running !== undefined) return await running;
  const work = (async () => {
    // Asked again: while the store was answering, another request may have been handled to its end.
    if (await seen?.has(id)) return;
    await handle(notification, id);
    await remember();
  })();
  underWay.set(id, work);
  try {
    await work;
  } finally {
    underWay.delete(id);
  }
}

/** The body, or the status to refuse it with. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | 413> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Not destroyed when there is too much of it: the answer takes the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) return 413;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
