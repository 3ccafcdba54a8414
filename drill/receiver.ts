import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Book } from './book.ts';

/** The shops' server for notifications: takes all of them and writes them into the book. */
export class Receiver {
  readonly #server: Server;

  static async start(book: Book): Promise<Receiver> {
    const receiver = new Receiver(book);
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  private constructor(book: Book) {
    this.#server = createServer((request, response) => {
      request.resume().on('end', () => {
        book.noteTold(String(request.headers['webhook-id']));
        response.end();
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
