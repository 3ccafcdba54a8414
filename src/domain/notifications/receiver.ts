import { createHash } from 'node:crypto';

/**
 * A receiver is the server that a store's notifications go to: scheme, host and port. Shops put order numbers into path and
 * query, so those do not tell receivers apart. Health, pauses and connections are counted by receiver.
 *
 * The key is made from what it stands for, so that a batch that writes notifications need not look anything up. 64 bits of a
 * hash: two of a million receivers share a key once in ten million years.
 */
interface Receiver {
  readonly key: bigint;
  readonly origin: string;
}

/** Null when there is nobody to notify. */
export function receiverOf(storeId: number, notificationUrl: string): Receiver | null {
  if (notificationUrl === '') return null;
  // What cannot be parsed is a receiver as well: one that will never be reached, and whose log says why.
  const origin = URL.canParse(notificationUrl) ? new URL(notificationUrl).origin : notificationUrl.slice(0, 255);
  const name = `${storeId} ${origin}`;
  let key = remembered.get(name);
  if (key === undefined) {
    if (remembered.size >= rememberedMax) remembered.clear();
    key = createHash('sha256').update(name).digest().readBigInt64BE();
    remembered.set(name, key);
  }
  return { key, origin };
}

/** A shop has one receiver and thousands of invoices. */
const remembered = new Map<string, bigint>();
const rememberedMax = 10_000;
