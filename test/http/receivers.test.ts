import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/storage/project-folder.ts';
import { freePort } from '../support/free-port.ts';
import { needs } from '../support/needs.ts';
import { eventually } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The receivers of the guide, run as it says, wherever their language is installed. */
const secret = 'demo-merchant-secret';
const token = 'жетон-7';
const folder = join(projectFolder(), 'examples/receivers');

const languages = [
  // Node 20 does not run TypeScript by itself: its types are taken away first.
  {
    name: 'TypeScript',
    command: process.execPath,
    args: async () => ['--input-type=module', '-e', await javascript()],
  },
  { name: 'Python', command: 'python3', args: async () => [join(folder, 'receiver.py')] },
  {
    name: 'PHP',
    command: 'php',
    args: async (port: number) => ['-S', `127.0.0.1:${port}`, join(folder, 'receiver.php')],
  },
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

describe.each(languages)('the receiver in $name', ({ command, args }) => {
  it('takes what is genuine once, and refuses what is forged, altered or old', async (context) => {
    needs(context, [command]);
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), TOKEN: token, SECRET: secret };
    const child = spawn(command, await args(port), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    try {
      const url = `http://127.0.0.1:${port}/`;
      await eventually(
        () =>
          fetch(url, { method: 'POST' }).then(
            () => true,
            () => false,
          ),
        `the receiver: ${output}`,
      );
      const { body } = await service.shop.createPayin({ notificationUrl: url, notificationToken: token });
      await service.shop.cancel(body.id);
      await eventually(() => output.includes(`invoice ${body.id} is canceled`), `the notification: ${output}`);
      const notification = `/api/merchant/notifications/${body.id}_1`;
      await service.shop.post(`${notification}/resend`);
      await eventually(async () => (await service.shop.get(notification)).body.attempts.length === 2, 'the repeat');
      const { attempts } = (await service.shop.get(notification)).body;
      expect(attempts.map(({ status, answer }: { status: number; answer: string }) => [status, answer])).toEqual([
        [200, 'ok'],
        [200, 'seen before'],
      ]);
      await expectRefusals(url);
    } finally {
      await end(child);
    }
  });
});

async function expectRefusals(url: string): Promise<void> {
  const good = signed({});
  expect((await send(url, good)).status).toBe(200);
  const forgeries = {
    'another secret': signed({ secret: 'x' }),
    'another token': { ...good, headers: { ...good.headers, 'x-notification-token': 'x' } },
    'another body': { ...good, body: good.body.replace('test', 'tost') },
    'another ID': { ...good, headers: { ...good.headers, 'webhook-id': 'y' } },
    'no signature': { ...good, headers: { ...good.headers, 'webhook-signature': '' } },
    'an old one': signed({ ageSeconds: 3600 }),
  };
  for (const [title, forged] of Object.entries(forgeries)) {
    expect([title, (await send(url, forged)).status]).toEqual([title, 401]);
  }
  const rotated = signed({ id: 'rotated' });
  const signatures = `v1,${'A'.repeat(44)} ${rotated.headers['webhook-signature']}`;
  const both = { ...rotated, headers: { ...rotated.headers, 'webhook-signature': signatures } };
  expect((await send(url, both)).status).toBe(200);
}

interface Signed {
  readonly headers: Record<string, string>;
  readonly body: string;
}

function signed(change: { secret?: string; ageSeconds?: number; id?: string }): Signed {
  const body = JSON.stringify({ notificationType: 'test', notificationDate: '', sequence: 0, invoice: null });
  const id = change.id ?? 'x';
  const timestamp = String(Math.floor(Date.now() / 1000) - (change.ageSeconds ?? 0));
  const signature = createHmac('sha256', change.secret ?? secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  const headers = {
    'x-notification-token': Buffer.from(token).toString('latin1'),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { headers, body };
}

function send(url: string, { headers, body }: Signed): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body });
}

async function javascript(): Promise<string> {
  const file = join(folder, 'receiver.ts');
  return (await transformWithOxc(await readFile(file, 'utf8'), file)).code;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
