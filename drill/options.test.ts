import { describe, expect, it } from 'vitest';
import { readText } from '../test/tidy/repository.ts';
import { faults, faultsOf } from './faults.ts';
import { OptionsError, readOptions } from './options.ts';
import { installText } from './packages.ts';
import { familyOf } from './processes.ts';
import { edited, editsOf } from './templates.ts';

const names = faults.map(({ name }) => name);
const plain = { isPooled: false, keepsSessions: false, isAsynchronous: false };

const chosen = (variant: typeof plain, from: string | null = null) =>
  faultsOf({ variant, only: [], from }).map(({ name }) => name);

describe('the options of the drill', () => {
  it('choose the variant and the faults', () => {
    expect(readOptions(['--pooled', '--only', 'process,switchover'], names)).toEqual({
      variant: { ...plain, isPooled: true },
      only: ['process', 'switchover'],
      from: null,
      keepsFolder: false,
    });
    expect(readOptions(['--help'], names)).toBeNull();
  });

  it('refuse what is not known, by name', () => {
    expect(() => readOptions(['--only', 'proces'], names)).toThrow(OptionsError);
    expect(() => readOptions(['--pool'], names)).toThrow(/--pool/);
  });

  it('have the lost tail in the asynchronous drill and nowhere else', () => {
    expect(chosen({ ...plain, isAsynchronous: true })).toEqual(['tail-lost']);
    expect(chosen(plain)).not.toContain('tail-lost');
  });

  it('have an upgrade where they say from which release', () => {
    expect(chosen(plain)).not.toContain('upgrade');
    expect(chosen(plain, 'v1')).toContain('upgrade');
    expect(() => readOptions(['--only', 'upgrade'], names)).toThrow(/--from/);
    expect(readOptions(['--only', 'upgrade', '--from', 'v1'], names)).toMatchObject({ from: 'v1' });
  });
});

describe('the variants of the drill', () => {
  it('change lines that the files of deploy/fleet/ have', () => {
    const edits = editsOf({ isPooled: true, keepsSessions: true, isAsynchronous: true });
    expect(edits.length).toBeGreaterThan(4);
    for (const { file, from, to } of edits) {
      const text = readText(`deploy/fleet/${file}`);
      expect(edited(file, text, [{ file, from, to }])).toBe(text.replace(from, to));
    }
  });

  it('fail when a line is no longer there', () => {
    expect(() => edited('a', 'other text', [{ file: 'a', from: 'gone', to: '' }])).toThrow(/gone/);
    expect(edited('b', 'other text', [{ file: 'a', from: 'gone', to: '' }])).toBe('other text');
  });
});

it('a missing package is named with the command that installs it', () => {
  expect(installText(['patroni', 'haproxy'])).toContain(
    'apt-get install --no-install-recommends patroni haproxy python3-etcd',
  );
});

it('a process has a family of all that it started, and they started', () => {
  const line = (pid: number, parentPid: number) => ({ pid, parentPid, title: '' });
  expect(familyOf(2, [line(1, 0), line(2, 1), line(3, 2), line(4, 3), line(5, 1)])).toEqual([2, 3, 4]);
});
