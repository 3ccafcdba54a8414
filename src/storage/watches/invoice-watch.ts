import type { Channel } from '../database/channel.ts';

/** Which invoices have changed; `all` when that is not known. */
export type ChangedInvoices = readonly string[] | 'all';

/** Of 37 bytes each with its comma, below the 8,000 that one message may have. */
const idsPerMessage = 200;
const messagesPerStatement = 10;
/** So many are kept while nobody can be told; beyond it, everybody is told to look at everything. */
const pendingMax = 20_000;
const everything = '*';
const name = 'quittance_invoices';

/**
 * Tells every process on the database which invoices have changed, so that their followers hear of it. The listener of this
 * process hears of its own changes at once, of other processes' changes through the database.
 *
 * It is told after the commit, on a connection of its own. Told inside the transaction it could not be lost, but PostgreSQL
 * lets only one transaction that tells something commit at a time, for all lanes of all processes. A process that dies
 * between its commit and its message is made up for by the listeners, who look at what they follow once a minute anyway.
 */
export class InvoiceWatch {
  readonly #channel: Channel;
  #listener: (changed: ChangedInvoices) => void = () => undefined;
  #pending = new Set<string>();
  #isSending = false;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.add({
      name,
      heard: (payload) => this.#listener(payload === everything ? 'all' : payload.split(',')),
      listening: () => {
        this.#listener('all');
        this.#send();
      },
    });
  }

  /** There is one listener per process. */
  listen(listener: (changed: ChangedInvoices) => void): void {
    this.#listener = listener;
  }

  /** Returns at once: a change does not wait for its watchers. */
  announce(invoiceIds: readonly string[]): void {
    if (invoiceIds.length === 0) return;
    this.#listener(invoiceIds);
    for (const id of invoiceIds) this.#pending.add(id);
    if (this.#pending.size > pendingMax) this.#pending = new Set([everything]);
    this.#send();
  }

  /** One statement is under way at a time; later changes go together with the next. */
  #send(): void {
    if (this.#isSending || this.#pending.size === 0) return;
    this.#isSending = true;
    setImmediate(() => void this.#sendSome());
  }

  async #sendSome(): Promise<void> {
    const ids = [...this.#pending].slice(0, idsPerMessage * messagesPerStatement);
    // Now, not afterwards: one that changes again while this is under way has to be told again.
    for (const id of ids) this.#pending.delete(id);
    try {
      await this.#channel.send(name, ids.includes(everything) ? [everything] : messagesOf(ids));
      this.#isSending = false;
      this.#send();
    } catch {
      // The connection is gone. They are sent when there is a new one.
      for (const id of ids) this.#pending.add(id);
      this.#isSending = false;
    }
  }
}

function messagesOf(ids: readonly string[]): string[] {
  const messages: string[] = [];
  for (let start = 0; start < ids.length; start += idsPerMessage) {
    messages.push(ids.slice(start, start + idsPerMessage).join(','));
  }
  return messages;
}
