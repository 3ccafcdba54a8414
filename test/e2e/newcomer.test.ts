import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestNotification, signTestNotification } from '../../sdk/src/index.ts';
import { freePort, untilAnswered } from '../support/free-port.ts';
import { needs } from '../support/needs.ts';
import { newDataDir, type Program, removeDataDir, runCommand, start, stop } from '../support/program.ts';

/** The way of somebody who has just started the service. What documents say is followed in documents.test.ts. */
let dataDir: string;
let program: Program;
let begunMs: number;

beforeAll(async () => {
  begunMs = performance.now();
  dataDir = await newDataDir();
  program = await start({ dataDir, env: { SANDBOX_FATES: 'on' } });
});
afterAll(async () => {
  await stop(program);
  await removeDataDir(dataDir);
});

const listenerUrl = 'http://127.0.0.1:4000/';

describe('a newcomer', () => {
  it('has a paid invoice, and a notification of it, after the command that the program prints', async (context) => {
    needs(context, ['bash', 'curl', 'openssl', 'base64']);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const listening = runCommand(['listen', '--port', String(port), '--json', '--count', '1'], { dataDir });
    await untilAnswered(url);
    const command = printedCommand(program.output()).replace(listenerUrl, url);
    const created = JSON.parse(await paste(command));
    expect(created).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
    const { exitCode, stdout } = await listening;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      sequence: 1,
      invoice: { id: created.id, status: 'paid', receivedSumFromTaker: { amount: '1000.01' } },
    });
    const tookMs = performance.now() - begunMs;
    process.stdout.write(`from the start of the program to a notification: ${Math.round(tookMs)} ms\n`);
  });
});

describe('quittance listen', () => {
  it('says so when its port is taken', async () => {
    const { port } = new URL(program.url);
    const { exitCode, stderr } = await runCommand(['listen', '--port', port], { dataDir });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`Port ${port} is in use; give another with --port.`),
    ]);
  });

  it('shows a line for each, and why it refuses others', async () => {
    const port = await freePort();
    const listening = runCommand(['listen', '--port', String(port), '--token', 'mine', '--count', '1'], { dataDir });
    const url = `http://127.0.0.1:${port}/`;
    await untilAnswered(url);
    const secret = 'demo-merchant-secret';
    const send = (token: string) => {
      const notification = makeTestNotification('paid', { internalId: 'order-7' }, 2);
      return fetch(url, { method: 'POST', ...signTestNotification(notification, { secret, token }) });
    };
    expect([(await send('other')).status, (await send('mine')).status]).toEqual([401, 200]);
    const { stdout, stderr } = await listening;
    expect(stdout).toBe('12:04:10  paid      1000.00 RUB  order-7  (2)\n');
    expect(stderr).toContain('Refused: X-Notification-Token is not the token of the invoice.');
  });
});

function printedCommand(output: string): string {
  return /^1\. .*:\n\n([\s\S]*?)\n\n/m.exec(output)?.[1] ?? 'false';
}

async function paste(command: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '' };
  return (await promisify(execFile)('bash', ['-c', command], { env })).stdout;
}
