import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackedSdk, type SdkProject } from '../support/packed-sdk.ts';

let project: SdkProject;

beforeAll(async () => {
  project = await installPackedSdk();
});
afterAll(() => project.remove());

/** Signs, calls, fails, verifies: something of everything, without a service. */
const use = `
async function main() {
  const quittance = new Quittance({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', secret: 'secret', retriesMax: 0 });
  const error = await quittance.listAccounts().catch((thrown) => thrown);
  const test = signTestNotification(makeTestNotification('paid'), { secret: 'secret', token: 'token' });
  const { notification } = await verifyNotification(test, { secret: 'secret', token: 'token' });
  console.log([error instanceof QuittanceError, error.code, notification.invoice?.status].join(' '));
}
main();
`;
const names = 'Quittance, QuittanceError, makeTestNotification, signTestNotification, verifyNotification';
const printed = 'true connection_failed paid\n';

describe('the packed SDK', () => {
  it('holds what is needed and nothing else', () => {
    const top = [...new Set(project.packed.map((path) => path.split('/')[0]))].sort();
    expect(top).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
    const others = project.packed.filter((path) => path.startsWith('dist/') && !/\.(js|d\.ts)$/.test(path));
    expect(others).toEqual(['dist/cjs/package.json']);
    expect(project.packed.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  it('works in JavaScript with import', async () => {
    await project.write('main.mjs', `import { ${names} } from '@quittance/sdk';${use}`);
    expect(await project.run('main.mjs')).toBe(printed);
  });

  it('works in JavaScript with require', async () => {
    await project.write('main.cjs', `const { ${names} } = require('@quittance/sdk');${use}`);
    expect(await project.run('main.cjs')).toBe(printed);
  });

  it.each(['mts', 'cts'])('works in TypeScript, in a file .%s', async (extension) => {
    await project.write(`typed.${extension}`, `import { ${names} } from '@quittance/sdk';${use}`);
    expect(await project.compile(`typed.${extension}`)).toBe('');
    expect(await project.run(`typed.${extension.replace('ts', 'js')}`)).toBe(printed);
  });

  it('has types that refuse a number for money and a payout without requisites', async () => {
    const call = (invoice: string) => `quittance.createInvoice(${invoice});`;
    const payout = `type: 'out', amount: '1', currency: 'RUB', paymentOption: 'SBP', paymentMethod: 'sberbank'`;
    await project.write(
      'refused.mts',
      `import { type ErrorCode, Quittance } from '@quittance/sdk';
declare const quittance: Quittance;
${call(`{ type: 'in', amount: '10.00', currency: 'RUB', internalId: undefined }`)}
// @ts-expect-error: a number is no money
${call(`{ type: 'in', amount: 10, currency: 'RUB' }`)}
// @ts-expect-error: nowhere to pay to
${call(`{ ${payout} }`)}
${call(`{ ${payout}, paymentRequisites: { requisites: '1' } }`)}
// @ts-expect-error: no such code
const code: ErrorCode = 'amount_too_smal';
`,
    );
    expect(await project.compile('refused.mts')).toBe('');
  });
});
