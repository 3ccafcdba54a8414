import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../scripts/documents.ts';
import { readConfig } from '../../src/config/config.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { readText } from './repository.ts';

const settings = readSettings(readText('.env.example')).flatMap(({ settings: group }) => group);
const known = new Set(settings.flatMap(({ keys }) => keys.map(({ name }) => name)));
/** Of Node and the system, not ours. */
const others = new Set(['NODE_ENV', 'PATH', 'TMPDIR']);
const unknown = (keys: readonly string[]) => keys.filter((key) => !known.has(key) && !others.has(key));

describe('the settings named in deploy/', () => {
  it('the settings that the image names exist', () => {
    const keys = [...(/^ENV (.*)$/m.exec(readText('deploy/Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g)];
    expect(keys.length).toBeGreaterThan(3);
    expect(unknown(keys.map(([, key = '']) => key))).toEqual([]);
  });

  it('the settings that the compose file names exist', () => {
    const service = /\n {2}quittance:\n([\s\S]*?)\n {2}\w/.exec(readText('deploy/compose.yaml'))?.[1] ?? '';
    const keys = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, key = '']) => key);
    expect(keys).toContain('MASTER_KEY_FILE');
    expect(unknown(keys)).toEqual([]);
  });

  it('the settings that the unit and its instructions name exist', () => {
    const unit = [...readText('deploy/quittance.service').matchAll(/^Environment=(.*)$/gm)].map(
      ([, text = '']) => text,
    );
    const given = [
      ...unit.join(' ').matchAll(/([A-Z_]+)=/g),
      ...readText('deploy/README.md').matchAll(/^#?([A-Z_]+)=/gm),
    ];
    const keys = given.map(([, key = '']) => key);
    expect(keys).toEqual(expect.arrayContaining(['DATA_DIR', 'MASTER_KEY_FILE', 'DATABASE_URL']));
    expect(unknown(keys)).toEqual([]);
  });
});

describe('the proxies', () => {
  it.each(['deploy/Caddyfile', 'deploy/nginx.conf'])(
    'the proxies of %s keep what is for monitoring to themselves',
    (path) => {
      for (const name of ['metrics', 'healthz', 'readyz', 'proxyz']) expect(readText(path)).toContain(name);
    },
  );

  it('the proxies in the compose file are the ones that the service believes', () => {
    const text = readText('deploy/compose.yaml');
    expect(/TRUSTED_PROXIES: (\S+)/.exec(text)?.[1]).toBe(/subnet: (\S+)/.exec(text)?.[1]);
  });
});

describe('deploy/make-secrets.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const hasPrograms = ['sh', 'openssl'].every((name) => spawnSync(name, ['--version']).error === undefined);
  const secrets = join(folder, 'secrets');
  const make = () => spawnSync('sh', [join(projectFolder(), 'deploy/make-secrets.sh'), secrets], { encoding: 'utf8' });
  const read = (name: string) => readFileSync(join(secrets, name), 'utf8');

  it.skipIf(!hasPrograms)('makes secrets that production starts with, and keeps them', () => {
    expect(make()).toMatchObject({ status: 0, stderr: '' });
    const config = readConfig({
      QUITTANCE_MODE: 'production',
      PUBLIC_URL: 'https://pay.example.com',
      MASTER_KEY_FILE: join(secrets, 'master-key'),
      DATABASE_URL_FILE: join(secrets, 'database-url'),
      DATABASE_OWNER_URL_FILE: join(secrets, 'database-owner-url'),
    });
    expect(config.masterKey).toHaveLength(32);
    expect(config.database).toMatchObject({
      url: `postgres://quittance_work:${read('work-password').trim()}@postgres:5432/quittance`,
      ownerUrl: `postgres://quittance:${read('database-password').trim()}@postgres:5432/quittance`,
    });
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const names = ['master-key', 'database-password', 'work-password', 'database-url', 'database-owner-url'];
    const before = names.map(read);
    expect(make()).toMatchObject({ status: 0, stderr: '' });
    expect(names.map(read)).toEqual(before);
  });
});
