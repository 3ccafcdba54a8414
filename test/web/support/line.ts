import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/**
 * The line between a browser and the service, which can be cut. A browser that is told to play that it has none tells its
 * windows, but not always a service worker that it starts just then.
 */
export class Line {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  static async start(service: { readonly url: string }): Promise<Line> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Line(server, new URL(service.url));
  }

  private constructor(server: Server, { hostname, port }: URL) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (browser) => {
      if (this.#isCut) browser.destroy();
      else this.#join(browser, dial(Number(port), hostname));
    });
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  stop(): void {
    this.cut();
    this.#server.close();
  }

  #join(browser: Socket, service: Socket): void {
    for (const [from, to] of [
      [browser, service],
      [service, browser],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
