import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { Statement } from '../rows/statement.ts';
import { Messages } from './messages.ts';

/** A statement with its values, and what becomes of the rows that it finds. */
export interface Asked {
  readonly statement: Statement;
  readonly values: readonly (string | null)[];
  /** Absent: nobody looks at its rows. */
  readonly found?: (cells: unknown[]) => void;
}

/**
 * Several statements in one round trip: all are sent as one buffer that ends with one Sync, and the server answers all of them
 * in one go. It runs them in order. When one fails, it skips those behind it.
 *
 * By itself the driver sends each statement with a Sync of its own, in some five buffers, and has the columns of a known
 * statement described to it every time. This is a query of the driver's like those of its cursor and copy packages:
 * `client.query(roundTrip)` sends it.
 */
export class RoundTrip implements pg.Submittable {
  /** Set by the driver. */
  declare callback: ((error: Error | null) => void) | undefined;
  readonly #asked: readonly Asked[];
  readonly #readerOf: ReaderOf;
  #known: Known = new Map();
  #parsed: Record<string, string> = {};
  /** Which of them the server is answering. */
  #current = 0;
  #readers: Readers = [];
  #failure: Error | null = null;

  constructor(asked: readonly Asked[], readerOf: ReaderOf) {
    this.#asked = asked;
    this.#readerOf = readerOf;
  }

  /** Called by the driver when the connection is free. An error that is returned means that nothing was sent. */
  submit(connection: object): Error | null {
    const { stream, parsedStatements } = connection as DriverConnection;
    this.#known = knownTo(connection);
    this.#parsed = parsedStatements;
    try {
      for (const { statement, values } of this.#asked) this.#write(statement, values);
      messages.sync();
    } catch (error) {
      messages.discard();
      return error as Error;
    }
    this.#expect();
    const taken = messages.take();
    stream.write(taken, () => messages.giveBack(taken));
    return null;
  }

  #write({ name, text }: Statement, values: readonly (string | null)[]): void {
    const known = this.#known.get(name);
    if (known !== undefined && known.text !== text) throw new TypeError(`two statements are called ${name}`);
    if (known === undefined) {
      // One that was sent before an error may be there or not; and the driver may have sent it by itself.
      messages.closeStatement(name);
      messages.parse(name, text);
      messages.describeStatement(name);
    }
    messages.bind(name, values);
    messages.execute();
  }

  /** The statement that is answered next: its columns are known, or will be described. */
  #expect(): void {
    const name = this.#asked[this.#current]?.statement.name ?? unnamed;
    this.#readers = this.#known.get(name)?.readers ?? [];
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#readers = fields.map(({ dataTypeID }) => this.#readerOf(dataTypeID));
  }

  handleDataRow({ fields: cells }: { readonly fields: unknown[] }): void {
    const found = this.#asked[this.#current]?.found;
    if (found === undefined || this.#failure !== null) return;
    try {
      // By number: pairs of an iterator were a tenth of all that a look-up allocates.
      for (let index = 0; index < this.#readers.length; index++) {
        const read = this.#readers[index] ?? null;
        const cell = cells[index];
        if (read !== null && cell !== null) cells[index] = read(cell as string);
      }
      found(cells);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {
    const asked = this.#asked[this.#current];
    if (asked === undefined) throw new Error('the server answered more than it was asked');
    const { name, text } = asked.statement;
    if (name !== unnamed && !this.#known.has(name)) {
      this.#known.set(name, { text, readers: this.#readers });
      this.#parsed[name] = text;
    }
    this.#current += 1;
    this.#expect();
  }

  /** Of the server, or of the connection. The driver does not call again after it. */
  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#failure);
  }

  handleEmptyQuery(): void {
    this.#failure = new Error('a statement is empty');
  }

  handlePortalSuspended(): void {
    this.#failure = new Error('a statement was suspended, although all its rows were asked for');
  }

  handleCopyInResponse(connection: pg.Connection & { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('no copy is made this way');
  }

  handleCopyData(): void {
    this.#failure = new Error('no copy is made this way');
  }
}

/** A statement without a name is for once: the next one takes its place, and nobody remembers it. */
export const unnamed = '';

type Reader = (text: string) => unknown;
/** One for each column; null: it stays the text that it came as. */
type Readers = readonly (Reader | null)[];
/** How columns of a type, known by the server's number for it, are read. */
export type ReaderOf = (typeOid: number) => Reader | null;

interface Field {
  readonly dataTypeID: number;
}

/** What the driver's connection has that its types do not say. */
interface DriverConnection {
  readonly stream: Duplex;
  /** Names of the statements that the driver need not send again. */
  readonly parsedStatements: Record<string, string>;
}

/** Statements that a connection knows, with how their columns are read. */
type Known = Map<string, { readonly text: string; readonly readers: Readers }>;
const knownBy = new WeakMap<object, Known>();

function knownTo(connection: object): Known {
  let known = knownBy.get(connection);
  if (known === undefined) {
    known = new Map();
    knownBy.set(connection, known);
  }
  return known;
}

/** Written and sent without a pause in between, so one is enough for all connections. */
const messages = new Messages();
