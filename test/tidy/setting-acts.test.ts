import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingActs } from '../../src/domain/authority/setting-acts.ts';
import { codeFiles, isTest, readText, repositoryPaths, stringOf } from './repository.ts';

/** What the service does to settings by itself: nobody's name could stand in the audit log. Add to it only for that reason. */
const routines = [
  'confirmByPasskey',
  'confirmChat',
  'confirmCode',
  'confirmPassword',
  'countPassword',
  'countSignIn',
  'finishRotation',
  'hearOfDevices',
  'hurryReceiver',
  'noteDisputeBlock',
  'notePhoneSilence',
  'noteRouting',
  'openSession',
  'pairPhone',
  'recordMasterKey',
  'requireEnrolmentCode',
  'resealBoxes',
  'resendOwnFailedNotifications',
  'resendOwnNotification',
  'seeMentions',
  'signInByPasskey',
  'spendCode',
  'stopMoney',
  'takeFeedRate',
  'tryChannelCode',
];

const modules = readdirSync('src/settings', { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !isTest(name),
);
const exported = (
  await Promise.all(modules.map(async (name) => Object.entries(await import(`../../src/settings/${name}`))))
).flat();
const acts = exported.filter(
  (one): one is [string, { name?: string }] => typeof one[1] === 'object' && one[1] !== null && 'decide' in one[1],
);

describe('acts on settings', () => {
  it('are those of the table, and each has a role that can do it', () => {
    const named = new Set(acts.flatMap(([, { name }]) => name ?? []));
    expect([...named].sort()).toEqual(Object.keys(settingActs).sort());
  });

  it('are in the audit log, but for those of the service itself', () => {
    const unnamed = acts.filter(([, { name }]) => name === undefined).map(([name]) => name);
    expect(unnamed.sort()).toEqual(routines);
  });

  it('are written to the audit log in one place', () => {
    const writers = repositoryPaths()
      .filter((path) => path.startsWith('src/') && path.endsWith('.ts') && !isTest(path))
      .filter((path) => /\bwriteAudit\(/.test(readText(path)));
    expect(writers.sort()).toEqual(['src/settings/settings.ts', 'src/storage/settings/write-audit.ts']);
  });
});

describe('the names of acts', () => {
  it('are spelled one way: a verb and its object, with hyphens', () => {
    const names: string[] = [];
    for (const { nodes } of codeFiles('src/commands', 'src/settings').filter(({ path }) => !isTest(path))) {
      for (const node of nodes) {
        if (node.type !== 'Property' || !['name', 'action'].includes(node['key'].name)) continue;
        const text = stringOf(node['value']);
        if (text !== null) names.push(text);
      }
    }
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
  });
});
