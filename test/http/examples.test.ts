import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestNotification, signTestNotification } from '../../sdk/src/index.ts';
import { projectFolder } from '../../src/storage/project-folder.ts';
import { needs } from '../support/needs.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const folder = join(projectFolder(), 'examples');

describe('the examples', () => {
  it.for([
    { file: 'curl.sh', command: 'bash', programs: ['bash', 'curl', 'openssl', 'base64'] },
    { file: 'python.py', command: 'python3', programs: ['python3'] },
    { file: 'php.php', command: 'php', programs: ['php'] },
  ])('examples/$file creates, confirms and reads an invoice', async ({ file, command, programs }, context) => {
    needs(context, programs);
    const output = JSON.parse(await run(command, [join(folder, file)]));
    expect(output).toMatchObject({
      status: 'new',
      sum: { amount: '1000.00' },
      deals: [{ status: 'transfer_confirmed', payment: { takerSum: { amount: '1000.00' } } }],
    });
  });

  it.for([
    {
      command: 'python3',
      args: (headers: string, body: string) => [
        '-c',
        `import json, sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
import python; print(json.dumps(python.is_genuine(json.loads(sys.argv[2]), sys.argv[3].encode())))`,
        folder,
        headers,
        body,
      ],
    },
    {
      command: 'php',
      args: (headers: string, body: string) => [
        '-r',
        `require '${folder}/php.php'; echo json_encode(isGenuine(json_decode($argv[1], true), $argv[2]));`,
        headers,
        body,
      ],
    },
  ])('the check of a notification in $command agrees with the SDK', async ({ command, args }, context) => {
    needs(context, [command]);
    const isGenuine = async (secret: string, signedAtMs: number, change = '') => {
      const notification = makeTestNotification('paid', { internalId: 'заказ-1' });
      const { headers, body } = signTestNotification(notification, { secret, signedAtMs });
      return JSON.parse(await run(command, args(JSON.stringify(headers), body + change)));
    };
    const now = Date.now();
    expect(await isGenuine('demo-merchant-secret', now)).toBe(true);
    expect(await isGenuine('demo-merchant-secret', now, ' ')).toBe(false);
    expect(await isGenuine('demo-merchant-secret', now - 400_000)).toBe(false);
    expect(await isGenuine('another', now)).toBe(false);
  });
});

async function run(command: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', QUITTANCE_URL: service.url };
  const { stdout } = await promisify(execFile)(command, [...args], { env });
  return stdout;
}
