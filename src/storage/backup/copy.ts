/**
 * PostgreSQL's COPY through the driver, which leaves it to others: an object with `submit` is handed the messages of its
 * query, and the connection has the calls for the way in. Text as COPY writes it is exact for every type and needs no
 * knowledge of columns, so nothing is lost or rounded between a backup and its restore.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Writes what `copy … to stdout` sends into the stream, at the speed of the stream, and answers with the rows. */
export async function copyOut(client: pg.Client, statement: string, output: Writable): Promise<number> {
  // A stream that stands still for a while, as a share of the network does, is no client that is gone.
  await client.query('set tcp_user_timeout = 0');
  return await perform(client, new CopyOut(statement, output));
}

/** Sends the chunks as the data of `copy … from stdin`, and answers with the rows that were stored. */
export async function copyIn(client: pg.Client, statement: string, input: AsyncIterable<Uint8Array>): Promise<number> {
  return await perform(client, new CopyIn(statement, input));
}

async function perform(client: pg.Client, copy: Copy): Promise<number> {
  client.query(copy as unknown as pg.Submittable);
  await copy.done;
  return copy.rowCount;
}

/** What the driver's connection has and its types do not say. */
interface Connection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A query as the driver sees it. Its promise settles when the server is ready for the next one. */
abstract class Copy {
  readonly done: Promise<void>;
  readonly #statement: string;
  #settle: (error: unknown) => void = () => undefined;
  rowCount = 0;
  protected error: unknown = null;
  /** The driver wraps it when a time limit is set, and calls it when the connection breaks. */
  callback = (error: unknown): void => this.#settle(error);

  constructor(statement: string) {
    this.#statement = statement;
    this.done = new Promise((resolve, reject) => {
      this.#settle = (error) => (error === null || error === undefined ? resolve() : reject(error));
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleError(error: unknown, _connection?: Connection): void {
    this.error ??= error;
    // A broken connection never becomes ready again.
    this.callback(this.error);
  }

  handleReadyForQuery(): void {
    this.callback(this.error);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(_message: { readonly chunk: Buffer }, _connection: Connection): void {}
  handleCopyInResponse(_connection: Connection): void {}
}

/** Rows come one by one; compressing and hashing each alone would cost more than the rows. */
const blockBytes = 64 * 1024;

class CopyOut extends Copy {
  readonly #output: Writable;
  #rows: Buffer[] = [];
  #bytes = 0;

  constructor(statement: string, output: Writable) {
    super(statement);
    this.#output = output;
  }

  override handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: Connection): void {
    // The driver reuses its buffer; what is written later must be a copy.
    this.#rows.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes < blockBytes || this.#flush() || stream.isPaused()) return;
    stream.pause();
    const resume = () => {
      this.#output.off('drain', resume).off('close', resume);
      stream.resume();
    };
    // A stream that failed will never drain; the connection must go on to hear the end of the query.
    this.#output.on('drain', resume).on('close', resume);
  }

  override handleCommandComplete(message: { readonly text: string }): void {
    super.handleCommandComplete(message);
    this.#flush();
  }

  #flush(): boolean {
    const block = Buffer.concat(this.#rows.splice(0));
    this.#bytes = 0;
    // A full disk has closed it, and it never drains: what still comes is thrown away. Who gave the stream knows why it failed.
    return this.#output.destroyed || this.#output.write(block);
  }
}

class CopyIn extends Copy {
  readonly #input: AsyncIterable<Uint8Array>;

  constructor(statement: string, input: AsyncIterable<Uint8Array>) {
    super(statement);
    this.#input = input;
  }

  override handleCopyInResponse(connection: Connection): void {
    this.#send(connection).catch((error: unknown) => {
      this.error = error;
      // The server answers with an error of its own, after which the connection can be used again.
      connection.sendCopyFail('the data could not be read');
    });
  }

  async #send(connection: Connection): Promise<void> {
    for await (const chunk of this.#input) {
      // The server has refused a row and discards the rest; there is no use in sending it.
      if (this.error !== null) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  }
}
