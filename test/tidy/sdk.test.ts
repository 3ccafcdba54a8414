import { describe, expect, it } from 'vitest';
import { Quittance } from '../../sdk/src/index.ts';
import { merchantEndpoints } from '../../src/api/merchant/endpoints.ts';
import { readText } from './repository.ts';

/** Where the SDK has a better word. */
const otherNames: Readonly<Record<string, string>> = { readNotificationFeed: 'readNotifications' };
const methods = Object.getOwnPropertyNames(Quittance.prototype).filter((name) => name !== 'constructor');

describe('the SDK', () => {
  it('has a method for every operation of the merchant interface, and one more to go through the feed', () => {
    const operations = merchantEndpoints.map(({ operationId }) => otherNames[operationId] ?? operationId);
    expect([...methods].sort()).toEqual([...operations, 'notifications'].sort());
  });

  it('names every method in its README', () => {
    expect(methods.filter((name) => !readText('sdk/README.md').includes(`\`${name}(`))).toEqual([]);
  });

  it('has no dependencies, and the version of the service', () => {
    const manifest = JSON.parse(readText('sdk/package.json'));
    expect([manifest.dependencies, manifest.devDependencies, manifest.peerDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(manifest.version).toBe(JSON.parse(readText('package.json')).version);
  });
});
