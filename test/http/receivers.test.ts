import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { freePort } from '../support/free-port.ts';
import { needs } from '../support/needs.ts';
import { eventually } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readText } from '../tidy/repository.ts';

/** The receivers of the guide, each started by the command in its first lines, wherever its language is installed. */
const secret = 'demo-merchant-secret';
const token = 'жетон-7';

const files = ['receiver.mjs', 'receiver.py', 'receiver.php'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

describe.each(files)('the receiver %s', (file) => {
  const { program, argsAt } = shownCommand(file);

  it('takes what is genuine once, and refuses what is forged, altered or old', async (context) => {
    needs(context, [program]);
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), TOKEN: token, SECRET: secret };
    const child = spawn(program, argsAt(port), { cwd: projectFolder(), env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** `TOKEN=… SECRET=… PORT=4000 node examples/receivers/receiver.mjs`, with another port, token and secret. */
function shownCommand(file: string): { program: string; argsAt: (port: number) => string[] } {
  const text = readText(`examples/receivers/${file}`);
  const [, command = ''] = /^\W*TOKEN=\S+ SECRET=\S+ (?:PORT=4000 )?(.*)$/m.exec(text) ?? [];
  const [program = '', ...args] = command.split(' ');
  return { program, argsAt: (port) => args.map((arg) => arg.replace('4000', String(port))) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
