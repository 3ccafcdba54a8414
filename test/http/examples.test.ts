import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { needs } from '../support/needs.ts';
import { needsSdk, sdkLanguages } from '../support/sdk-driver.ts';
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
    for (const language of sdkLanguages) if (language.program === command) needsSdk(context, language);
    const output = JSON.parse(await run(command, [join(folder, file)]));
    expect(output).toMatchObject({
      status: 'new',
      sum: { amount: '1000.00' },
      deals: [{ status: 'transfer_confirmed', payment: { takerSum: { amount: '1000.00' } } }],
    });
  });
});

async function run(command: string, args: readonly string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', QUITTANCE_URL: service.url };
  const { stdout } = await promisify(execFile)(command, [...args], { env });
  return stdout;
}
