import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardCommand } from '../../src/storage/embedded/guard.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-guard-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Waits until it has done what it does at the end of its pipe, or after a word. */
async function runGuard(command: readonly string[], word?: string): Promise<void> {
  const [program = '', ...args] = command;
  const guard = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  guard.stdin?.end(word);
  await once(guard, 'exit');
}

describe('the guard of an embedded server', () => {
  const posix = (pid: number) => guardCommand('linux', { pid, binDir: folder, clusterDir: folder });

  /** Something that is called as the server is. */
  async function namedLikeTheServer(): Promise<ChildProcess> {
    const program = join(folder, 'postgres');
    await writeFile(program, '#!/bin/sh\ntrap "exit 7" INT\necho ready\nwhile :; do sleep 0.05; done\n');
    await chmod(program, 0o755);
    const server = spawn(program, { stdio: ['ignore', 'pipe', 'ignore'] });
    if (server.stdout !== null) await once(server.stdout, 'data');
    return server;
  }

  it('asks the server for a fast shutdown at the end of its pipe, and not after a word', async () => {
    const server = await namedLikeTheServer();
    await runGuard(posix(server.pid ?? 0), 'ended\n');
    expect(server.exitCode).toBe(null);
    const ended = once(server, 'exit');
    await runGuard(posix(server.pid ?? 0));
    expect(await ended).toEqual([7, null]);
  });

  it('leaves a program alone that now has the process ID of the server', async () => {
    const bystander = spawn('sleep', ['60']);
    await runGuard(posix(bystander.pid ?? 0));
    bystander.kill('SIGTERM');
    expect(await once(bystander, 'exit')).toEqual([null, 'SIGTERM']);
  });
});

describe('the guard on Windows', () => {
  const windows = () => guardCommand('win32', { pid: 4711, binDir: folder, clusterDir: folder });
  const asked = () => readFile(join(folder, 'asked'), 'utf8').catch(() => null);

  it('asks pg_ctl at the end of its pipe, and only for the server it knows', async () => {
    await writeFile(join(folder, 'pg_ctl'), '#!/bin/sh\necho "$@" > "$3/asked"\n');
    await chmod(join(folder, 'pg_ctl'), 0o755);
    await writeFile(join(folder, 'postmaster.pid'), '4712\r\nof the next service\r\n');
    await runGuard(windows());
    expect(await asked()).toBe(null);
    await writeFile(join(folder, 'postmaster.pid'), '4711\r\nour own\r\n');
    await runGuard(windows(), 'ended\n');
    expect(await asked()).toBe(null);
    await runGuard(windows());
    expect(await asked()).toBe(`stop -D ${folder} -m fast --no-wait\n`);
  });
});
