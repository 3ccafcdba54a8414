import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../scripts/documents.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { readText } from './repository.ts';

const folder = join(projectFolder(), 'deploy/fleet');
const templates = ['etcd.yml', 'patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'pgbouncer-users.txt', 'pgbackrest.conf'];
const variablesOf = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));
const used = new Set(templates.flatMap((file) => [...variablesOf(readText(`deploy/fleet/${file}`))]));
const given = [...readText('deploy/fleet/fleet.env').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name);

describe('the files of the fleet', () => {
  it('are all known: templates, programs, units, containers', () => {
    const others = readdirSync(folder).filter((file) => !templates.includes(file));
    expect(others.sort()).toEqual([
      'Dockerfile',
      'compose.yaml',
      'fleet.env',
      'make-roles.sh',
      'quittance-fleet-backup.service',
      'quittance-fleet-backup.timer',
      'quittance-fleet@.service',
      'restore.sh',
      'run.sh',
    ]);
  });

  it('use variables that fleet.env explains, and all of them', () => {
    expect([...used].filter((name) => !given.includes(name))).toEqual([]);
    const scripts = readText('deploy/fleet/run.sh') + readText('deploy/fleet/restore.sh');
    expect(given.filter((name) => !used.has(name) && !scripts.includes(`$${name}`))).toEqual([]);
  });

  it('have every variable in the compose file', () => {
    const compose = readText('deploy/fleet/compose.yaml');
    expect(given.filter((name) => !new RegExp(`\\b${name}: `).test(compose))).toEqual([]);
  });

  it('name settings of the service that exist', () => {
    const settings = readSettings(readText('.env.example')).flatMap(({ settings: group }) => group);
    const known = new Set(settings.flatMap(({ keys }) => keys.map(({ name }) => name)));
    const service = /\n {2}service1:[\s\S]*?\n {4}environment:\n([\s\S]*?)\n {4}\w/.exec(
      readText('deploy/fleet/compose.yaml'),
    )?.[1];
    const keys = [...(service ?? '').matchAll(/^ {6}([A-Z_]+):/gm)].map(([, key = '']) => key);
    expect(keys).toContain('DRAIN_MS');
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });
});

it.each(['deploy/fleet/haproxy.cfg', 'deploy/cells/haproxy.cfg'])(
  '%s keeps what is for monitoring from the world, also where its path is written with escapes',
  (file) => {
    const refusal = 'http-request return status 404 if { path,url_dec -m str /metrics /healthz /readyz /proxyz }';
    expect(readText(file)).toContain(refusal);
  },
);

describe('deploy/fleet/run.sh', () => {
  const data = mkdtempSync(join(tmpdir(), 'quittance-fleet-'));
  afterAll(() => rmSync(data, { recursive: true }));
  const run = (environment: Readonly<Record<string, string>>) =>
    spawnSync('sh', [join(folder, 'run.sh'), 'haproxy'], {
      encoding: 'utf8',
      env: { PATH: `${data}:/usr/bin:/bin`, FLEET_DATA: data, ...environment },
    });
  // In place of the program, which need not be installed.
  writeFileSync(join(data, 'haproxy'), '#!/bin/sh\n', { mode: 0o755 });

  it('names a variable that is not set, and starts nothing', () => {
    const { status, stderr } = run({ LISTEN: '127.0.0.1' });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/haproxy\.cfg: HTTP_PORT is not set/);
  });

  it('fills in every variable, also several on a line', () => {
    const values = Object.fromEntries([...used].map((name) => [name, `<${name}>`]));
    run({ ...values, FLEET_DATA: data });
    const filled = readFileSync(join(data, 'haproxy.cfg'), 'utf8');
    expect(filled).toContain('server service1 <SERVICE_1>:<SERVICE_PORT>\n');
    expect(filled).toBe(readText('deploy/fleet/haproxy.cfg').replace(/\{\{(\w+)\}\}/g, '<$1>'));
  });
});
