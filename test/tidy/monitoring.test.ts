import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { readText } from './repository.ts';

/** Rules and dashboard against the metrics of docs/operating.md; test/http/operations.test.ts compares those with the service. */
const rules = readText('deploy/prometheus/quittance-alerts.yaml');
const dashboard = JSON.parse(readText('deploy/grafana/quittance.json'));
const operating = readText('docs/operating.md');
const documented = new Map(
  [...operating.matchAll(/^\| `(quittance_\w+)` \| (\w+) \|/gm)].map(([, name = '', kind = '']) => [name, kind]),
);
const panelQueries: readonly string[] = dashboard.panels.flatMap(({ targets }: { targets?: { expr: string }[] }) =>
  (targets ?? []).map(({ expr }) => expr),
);

describe('the metrics', () => {
  it.each([
    ['alert rules', [rules]],
    ['dashboard', panelQueries],
    ['test of the rules', [readText('deploy/prometheus/quittance-alerts.test.yaml')]],
  ])('the metrics that the %s name exist', (_, texts) => {
    const named = new Set(texts.flatMap((text) => text.match(/\bquittance_\w+/g) ?? []));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !isMetric(name))).toEqual([]);
  });
});

/** A histogram is asked for by its parts. */
function isMetric(name: string): boolean {
  const [, base = ''] = /^(\w+)_(?:bucket|sum|count)$/.exec(name) ?? [];
  return documented.has(name) || documented.get(base) === 'histogram';
}

describe('every alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)\n(?:.*\n)*?\s+severity: (\w+)/g)].map(([, ...rest]) => rest);

  it('is explained in docs/operating.md', () => {
    const rows = [...operating.matchAll(/^\| `(Quittance\w+)` \| (\w+) \|/gm)].map(([, ...rest]) => rest);
    expect(rows).toEqual(alerts);
  });

  it('has a test that makes it fire', () => {
    const tests = readText('deploy/prometheus/quittance-alerts.test.yaml');
    const fired = [...tests.matchAll(/alertname="(\w+)", severity="(\w+)"/g)].map(([, ...rest]) => rest);
    expect(fired).toEqual(alerts);
  });
});

describe('promtool', () => {
  const isInstalled = spawnSync('promtool', ['--version']).error === undefined;
  const folder = mkdtempSync(join(tmpdir(), 'quittance-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const promtool = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}` };
  };

  it('plays the alert rules', (context) => {
    context.skip(!isInstalled, 'promtool is not installed: the alert rules were not played');
    const file = join(projectFolder(), 'deploy/prometheus/quittance-alerts.test.yaml');
    expect(promtool('test', 'rules', file)).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });

  it('understands every query of the dashboard', (context) => {
    context.skip(!isInstalled, 'promtool is not installed: the queries of the dashboard were not read');
    const queries = panelQueries.map((query) => query.replaceAll('$__rate_interval', '5m'));
    const records = queries.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(folder, 'panels.yaml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: records }] }));
    expect(promtool('check', 'rules', file)).toEqual({
      status: 0,
      said: expect.stringContaining(`${queries.length} rules found`),
    });
  });
});
