import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as they came. */
  readonly text: string;
}

/** A mail server that takes everything and keeps it: as much of SMTP (RFC 5321) as a client needs to hand over a message. */
export class SmtpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly received: ReceivedMail[] = [];
  /** What it answers to a message; tests make it refuse. */
  answer = '250 taken';

  static async start(): Promise<SmtpServer> {
    const server = new SmtpServer();
    await new Promise<void>((done) => server.#server.listen(0, '127.0.0.1', done));
    return server;
  }

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    const say = (line: string) => socket.write(`${line}\r\n`);
    let waiting = '';
    let mail: { from: string; to: string[]; lines: string[] | null } = { from: '', to: [], lines: null };
    const take = (line: string) => {
      if (mail.lines !== null) {
        if (line !== '.') return void mail.lines.push(line.replace(/^\./, ''));
        if (this.answer.startsWith('2')) this.received.push({ ...mail, text: mail.lines.join('\n') });
        mail = { from: '', to: [], lines: null };
        return void say(this.answer);
      }
      const [, verb = '', rest = ''] = /^(\w+)\s?(.*)$/.exec(line) ?? [];
      switch (verb.toUpperCase()) {
        case 'MAIL':
          mail.from = /<(.*?)>/.exec(rest)?.[1] ?? '';
          return void say('250 ok');
        case 'RCPT':
          mail.to.push(/<(.*?)>/.exec(rest)?.[1] ?? '');
          return void say('250 ok');
        case 'DATA':
          mail.lines = [];
          return void say('354 go on');
        case 'QUIT':
          say('221 bye');
          return void socket.end();
        default:
          return void say('250 ok');
      }
    };
    say('220 test');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (waiting + chunk).split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  }
}
