import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newDataFolder } from '../../scripts/data-folder.ts';
import { type Block, isPrinted } from './document-blocks.ts';
import { freePort } from './free-port.ts';
import { patientStop } from './limits.ts';

/** The documents whose blocks are run, in order. Those of one reading are read beside the service that the first one starts. */
export const readings: readonly (readonly string[])[] = [
  ['README.md'],
  // The last one moves the clock.
  ['docs/start.md', 'docs/integrate.md', 'docs/notifications.md', 'docs/sandbox.md'],
  ['docs/production.md'],
];
export const documentsThatRun: readonly string[] = readings.flat();

/** A document for production is read without a sandbox: its commands find the database by themselves. */
export function isForProduction(path: string): boolean {
  return path === 'docs/production.md';
}

/** Of the service, and of what listens to it. */
type Ports = readonly [number, number];

/** A person who reads a document in a clone, and pastes each command into a terminal. */
export class Reader {
  readonly url: string;
  readonly #clone: string;
  readonly #dataDir: string;
  readonly #listenerPort: number;
  /** What the settings of a document do not have, because only a test needs another one. */
  readonly #env: NodeJS.ProcessEnv;
  readonly #terminals: Terminal[] = [];
  #folder: string;

  private constructor(clone: string, dataDir: string, [port, listenerPort]: Ports, env: NodeJS.ProcessEnv) {
    this.#env = env;
    this.#clone = clone;
    this.#dataDir = dataDir;
    this.#folder = clone;
    this.url = `http://127.0.0.1:${port}`;
    this.#listenerPort = listenerPort;
  }

  /**
   * The service's settings are in `.env`, as the documents advise; so all commands find the same ones. Those of production are
   * replaced by what the document writes, where openssl is there to make its key; the port is then one of the environment.
   */
  static async in(clone: string, isProduction = false): Promise<Reader> {
    const ports: Ports = [await freePort(), await freePort()];
    const [port] = ports;
    const dataDir = await newDataFolder('data-', dirname(clone));
    const production = `QUITTANCE_MODE=production\nDATABASE=embedded\nPUBLIC_URL=http://127.0.0.1:${port}\nMASTER_KEY=${'c3'.repeat(32)}\n`;
    const settings = `PORT=${port}\nDATA_DIR=${join(dataDir, 'data')}\n${isProduction ? production : ''}`;
    await writeFile(join(clone, '.env'), settings);
    return new Reader(clone, dataDir, ports, isProduction ? { PORT: String(port) } : {});
  }

  /** For a document that is read beside a running sandbox: nobody has to have read the ones before it. */
  async needsService(): Promise<void> {
    if (!this.#terminals.some(isService)) await this.paste('npm start', 'at the next start');
  }

  /** The terminals of a document are closed, newest first; the service runs on, and the next one begins in the clone again. */
  async closeDocument(): Promise<void> {
    for (const terminal of this.#terminals.splice(0).reverse()) {
      if (isService(terminal)) this.#terminals.push(terminal);
      else await terminal.close();
    }
    this.#folder = this.#clone;
  }

  /** Pastes a command, and waits until it ends or has said what it should. What it has printed is asked for later. */
  async paste(command: string, until: string | null): Promise<void> {
    const terminal = new Terminal(command, this.#adapted(command), this.#folder, {
      ...this.#env,
      QUITTANCE_URL: this.url,
      ...patientStop,
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      TMPDIR: tmpdir(),
      npm_config_update_notifier: 'false',
      npm_config_prefer_offline: 'true',
    });
    this.#terminals.push(terminal);
    if (until !== null) return await terminal.hasPrinted(until);
    await terminal.ended();
    this.#folder = (await readFile(terminal.folderFile, 'utf8').catch(() => this.#folder)).trim();
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.#folder, name), `${text}\n`);
  }

  /** What the newest command with these words in it has printed so far, in the words of the document. */
  printed(words: string | null): string {
    const terminal = this.#terminals.filter(({ command }) => words === null || command.includes(words)).at(-1);
    if (terminal === undefined) throw new Error(`no block has run ${words}`);
    return terminal.output
      .replaceAll(this.url, documentedUrl)
      .replaceAll(`127.0.0.1:${this.#listenerPort}`, '127.0.0.1:4000');
  }

  /** Waits until lines of a document have been printed. */
  async sees({ text, use }: Block): Promise<boolean> {
    const of = use.kind === 'output' ? use.of : null;
    for (let waitedMs = 0; waitedMs < outputMaxMs; waitedMs += pollMs) {
      if (isPrinted(text, this.printed(of))) return true;
      await delay(pollMs);
    }
    return false;
  }

  async leave(): Promise<void> {
    await this.closeDocument();
    for (const terminal of this.#terminals) await terminal.close();
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
    await rm(join(this.#clone, '.env'));
  }

  /** Other ports and another place for data, as those of the document may be taken; and `npm ci` is left to CI: it would empty our own packages. */
  #adapted(command: string): string {
    return command
      .replaceAll(documentedUrl, this.url)
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${this.#listenerPort}`)
      .replaceAll('/var/lib/quittance', join(this.#dataDir, 'data'))
      .replaceAll('quittance listen', `quittance listen --port ${this.#listenerPort}`)
      .replace(/^node shop\.mts$/m, `PORT=${this.#listenerPort} node shop.mts`)
      .replace(/^npm ci$/m, 'test -d node_modules');
  }
}

function isService({ command }: Terminal): boolean {
  return /^npm start$/m.test(command);
}

const documentedUrl = 'http://127.0.0.1:3000';
const pollMs = 50;
const outputMaxMs = 60_000;
/** A build and a first start on a busy machine. */
const commandMaxMs = 180_000;

/** A command in a shell and a process group of its own, so that closing it ends what it started. */
class Terminal {
  /** As the document has it. */
  readonly command: string;
  output = '';
  readonly folderFile: string;
  readonly #child: ChildProcess;
  #exitCode: number | null | undefined;

  constructor(command: string, adapted: string, cwd: string, env: NodeJS.ProcessEnv) {
    this.command = command;
    this.folderFile = join(env['TMPDIR'] ?? '', `folder-${process.pid}-${performance.now()}`);
    const script = `trap 'pwd > ${this.folderFile}' EXIT\nset -e\n${adapted}\n`;
    this.#child = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk;
      });
    }
    this.#child.once('close', (code) => {
      this.#exitCode = code;
    });
  }

  async ended(): Promise<void> {
    await this.#until(() => this.#exitCode !== undefined, 'end');
    if (this.#exitCode !== 0) throw new Error(`${this.command}\nended with ${this.#exitCode}:\n${this.output}`);
  }

  async hasPrinted(text: string): Promise<void> {
    await this.#until(() => this.output.includes(text) || this.#exitCode !== undefined, `print "${text}"`);
    if (!this.output.includes(text)) throw new Error(`${this.command}\ndid not print "${text}":\n${this.output}`);
  }

  /** Ctrl-C. */
  async close(): Promise<void> {
    if (this.#exitCode === undefined) {
      process.kill(-(this.#child.pid ?? 0), 'SIGINT');
      await once(this.#child, 'close', { signal: AbortSignal.timeout(commandMaxMs) });
    }
    await rm(this.folderFile, { force: true });
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    for (let waitedMs = 0; !holds(); waitedMs += pollMs) {
      if (waitedMs > commandMaxMs) throw new Error(`${this.command}\ndid not ${what}:\n${this.output}`);
      await delay(pollMs);
    }
  }
}
