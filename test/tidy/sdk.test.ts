import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { sdkDescription, sdkName } from '../../scripts/sdk-description.ts';
import { snakeCase } from '../../scripts/sdk-python.ts';
import { Quittance } from '../../sdk/src/index.ts';
import { merchantEndpoints } from '../../src/api/merchant/endpoints.ts';
import { getInvoiceByInternalId } from '../../src/api/merchant/invoices.ts';
import { Notification } from '../../src/api/notification-schemas.ts';
import { readText, repositoryPaths } from './repository.ts';

const methods = Object.getOwnPropertyNames(Quittance.prototype).filter((name) => name !== 'constructor');

describe('the SDK', () => {
  it('has a method for every operation of the merchant interface, and one more to go through the feed', () => {
    const operations = merchantEndpoints.map(({ operationId }) => sdkName(operationId));
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

/** Methods are checked against the description by the documents' own test: they are made from it. */
describe('the SDKs in Python and PHP', () => {
  const names = [...sdkDescription().operations.map(({ name }) => name), 'notifications'];
  const version = JSON.parse(readText('package.json')).version;

  it('know every operation of the merchant interface', () => {
    expect([...names].sort()).toEqual([...methods].sort());
  });

  it('name every method in their READMEs', () => {
    expect(names.filter((name) => !readText('sdk/python/README.md').includes(`\`${snakeCase(name)}(`))).toEqual([]);
    expect(names.filter((name) => !readText('sdk/php/README.md').includes(`\`${name}(`))).toEqual([]);
  });

  it('make notifications for tests from one that is paid by a completed deal, as the service would send it', () => {
    const { notification } = sdkDescription();
    expect([...Value.Errors(Notification, notification)]).toEqual([]);
    expect(notification.invoice).toMatchObject({
      status: 'paid',
      updatedAt: notification.notificationDate,
      deal: { status: 'completed', disputeReason: null, disputeReasonData: [], disputeResult: null },
    });
  });

  it('do not ask callers to encode values that they encode themselves; the reference does', () => {
    expect(getInvoiceByInternalId.description).toContain('Percent-encode');
    const paths = ['sdk/python/quittance/_interface.py', 'sdk/php/src/Operations.php', 'sdk/src/client.ts'];
    for (const text of paths.map(readText)) {
      expect(text).toContain('that a repeat of its request would get, else the newest');
      expect(text.toLowerCase()).not.toContain('percent-encode');
    }
  });

  it('have the version of the service, and no dependencies but what their language brings', () => {
    const python = readText('sdk/python/pyproject.toml');
    expect(python).toContain(`version = "${version}"`);
    expect(readText('sdk/python/quittance/__init__.py')).toContain(`__version__ = "${version}"`);
    expect(python).toContain('dependencies = []');
    const php = JSON.parse(readText('sdk/php/composer.json'));
    expect(php.version).toBe(version);
    expect(Object.keys(php.require)).toEqual(['php', 'ext-curl', 'ext-json']);
  });

  it('import nothing but themselves and the standard library', () => {
    const standard =
      /^(__future__|base64|collections|copy|datetime|decimal|email|hashlib|hmac|json|os|random|secrets|socket|threading|time|typing|urllib|uuid)\b/;
    const imported = repositoryPaths()
      .filter((path) => path.startsWith('sdk/python/quittance/') && path.endsWith('.py'))
      .flatMap((path) => [...readText(path).matchAll(/^(?:from|import) (\S+)/gm)].map(([, name = '']) => name));
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter((name) => !name.startsWith('.') && !standard.test(name))).toEqual([]);
  });
});
