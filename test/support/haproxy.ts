import { spawn } from 'node:child_process';
import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { untilAnswered } from './free-port.ts';

interface CellsProxy {
  readonly url: string;
  stop(): Promise<void>;
}

interface Cells {
  readonly port: number;
  /** Addresses of cell 0 and cell 1, such as 127.0.0.1:3000. */
  readonly servers: readonly [string, string];
  /** More lines of the maps. */
  readonly keys?: readonly string[];
  readonly hosts?: readonly string[];
}

/** A real HAProxy with the files of deploy/cells; only ports and addresses are others. */
export async function startCellsProxy({ port, servers, keys = [], hosts = [] }: Cells): Promise<CellsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-cells-'));
  await cp(join(projectFolder(), 'deploy/cells'), folder, { recursive: true });
  await chmod(folder, 0o755);
  const file = join(folder, 'haproxy.cfg');
  const text = await readFile(file, 'utf8');
  const own = text
    .replaceAll('/etc/haproxy/cells', folder)
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', servers[0])
    .replace('127.0.0.1:3100', servers[1]);
  await writeFile(file, own);
  await appendFile(join(folder, 'keys.map'), lines(keys));
  await appendFile(join(folder, 'hosts.map'), lines(hosts));
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const proxy = {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  const over = ended.then(() => Promise.reject(new Error('it ended')));
  over.catch(() => undefined);
  await Promise.race([untilAnswered(`${proxy.url}/healthz`), over]).catch(async (error) => {
    await proxy.stop();
    throw new Error(`HAProxy does not answer: ${error}\n${said.join('')}`);
  });
  return proxy;
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
