import { connect, type Socket } from 'node:net';
import { BenchFailure } from './failure.ts';

/** Pages that are open: connections on which an answer has begun and does not end. They read little and keep nothing. */
export class OpenPages {
  readonly #sockets: Socket[] = [];
  readonly #heardAtMs = new Map<number, number>();

  /** So many at a time are being opened; more would be a storm that no measure of open pages should wait behind. */
  static async open(port: number, paths: readonly string[], mark: string): Promise<OpenPages> {
    const pages = new OpenPages();
    const openedAtOnce = 50;
    try {
      for (let first = 0; first < paths.length; first += openedAtOnce) {
        const some = paths.slice(first, first + openedAtOnce);
        await Promise.all(some.map((path, index) => pages.#open(port, path, first + index, mark)));
      }
    } catch (error) {
      pages.close();
      throw error;
    }
    return pages;
  }

  /** When the page with this number heard the mark; undefined: not yet. */
  heardAtMs(page: number): number | undefined {
    return this.#heardAtMs.get(page);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(port: number, path: string, page: number, mark: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      this.#sockets.push(socket);
      socket.setEncoding('latin1').on('error', reject);
      socket.on('data', (chunk) => {
        const text = String(chunk);
        if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) {
          reject(new BenchFailure(`a page was refused: ${text.slice(0, 200)}`));
        }
        // An event leaves in one write, so its mark is never cut in two on this machine.
        if (text.includes(mark)) this.#heardAtMs.set(page, performance.now());
        resolve();
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    });
  }
}
