import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type Side = 'to the server' | 'to the client';

/**
 * Stands between a client and a PostgreSQL server, knows where each message of the protocol ends, and can cut the connection
 * there: behind so many more messages of one side.
 */
export class CuttingProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #folder: string;
  #side: Side | null = null;
  #left = 0;
  #joined = 0;
  /** The last of the connections that stand still. */
  #frozen = 0;
  #awaited: { readonly code: number; left: number; readonly frozen: () => void } | null = null;
  #unanswered: string | null = null;

  static async start(url: string): Promise<CuttingProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'quittance-proxy-'));
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));
    return new CuttingProxy(url, server, folder);
  }

  private constructor(url: string, server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
    const { host, port, user, password, database } = new pg.Client({ connectionString: url });
    const role = password ? `${user}:${password}` : user;
    this.url = `postgres://${role}@/${database}?host=${encodeURIComponent(folder)}&port=5432&sslmode=disable`;
    server.on('connection', (client) =>
      this.#join(client, dial(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port })),
    );
  }

  /** Cuts once, when this many more messages of one side have passed. */
  cutBehind(messages: number, side: Side): void {
    this.#side = side;
    this.#left = messages;
  }

  /** Cuts once: a statement with this text still gets to the server, its answer to nobody. */
  cutAnswerTo(text: string): void {
    this.#unanswered = text;
  }

  /** Nothing passes any more on the connections that there are, and nobody is told: as when a server stands still. */
  freeze(): void {
    this.#frozen = this.#joined;
  }

  /** The same behind so many more messages of the server with this code; says when it is so. */
  freezeBehind(messages: number, code: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { code: code.charCodeAt(0), left: messages, frozen: resolve };
    });
  }

  /** Nobody new is let in. */
  refuse(): void {
    this.#server.removeAllListeners('connection');
    this.#server.on('connection', (client) => client.destroy());
  }

  /** Nothing was cut since: fewer messages passed. */
  get isArmed(): boolean {
    return this.#side !== null;
  }

  disarm(): void {
    this.#side = null;
  }

  async stop(): Promise<void> {
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #join(client: Socket, server: Socket): void {
    this.#joined += 1;
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    this.#pipe(client, server, { side: 'to the server', isStarted: false }, cut);
    this.#pipe(server, client, { side: 'to the client', isStarted: true }, cut);
    client.resume();
  }

  #pipe(from: Socket, to: Socket, { side, isStarted }: { side: Side; isStarted: boolean }, cut: () => void): void {
    // The first message of a client has no code in front of its length.
    let code = isStarted ? 1 : 0;
    let bytes = Buffer.alloc(0);
    const number = this.#joined;
    from.on('data', (chunk) => {
      if (number <= this.#frozen) return;
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= code + 4) {
        const length = code + bytes.readInt32BE(code);
        if (bytes.length < length) break;
        if (side === 'to the server') this.#hear(bytes.subarray(0, length));
        if (this.#isCut(side)) return cut();
        if (side === 'to the client' && this.#isFrozenAt(bytes.readUInt8(0))) return;
        to.write(bytes.subarray(0, length));
        bytes = bytes.subarray(length);
        code = 1;
      }
    });
    from.on('error', cut);
    from.on('close', () => to.end());
  }

  #hear(message: Buffer): void {
    if (this.#unanswered === null || !message.includes(this.#unanswered)) return;
    this.#unanswered = null;
    this.cutBehind(0, 'to the client');
  }

  #isFrozenAt(code: number): boolean {
    const awaited = this.#awaited;
    if (awaited === null || awaited.code !== code) return false;
    awaited.left -= 1;
    if (awaited.left >= 0) return false;
    this.#awaited = null;
    this.freeze();
    awaited.frozen();
    return true;
  }

  #isCut(side: Side): boolean {
    if (this.#side !== side) return false;
    this.#left -= 1;
    if (this.#left >= 0) return false;
    this.#side = null;
    return true;
  }
}
