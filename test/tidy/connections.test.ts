import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { codeFiles, findings, isTest, type Node, readText } from './repository.ts';

/** What a process of the service opens to PostgreSQL, counted in the code and held against what the documents say. */
const code = codeFiles('src').filter(({ path }) => !isTest(path));
const service = code.filter(({ path }) => !path.startsWith('src/cli/'));

/** The files that call or construct it, each as often as it does. */
function usersOf(name: string, files = service): readonly string[] {
  return files.flatMap((file) =>
    findings(file, (node: Node) => {
      const isUse = node.type === 'CallExpression' || node.type === 'NewExpression';
      return isUse && node['callee'].name === name ? '' : null;
    }).map((found) => found.split(':')[0] ?? ''),
  );
}

const listeners = usersOf('Channel');
/** Each is one connection that takes as long as it likes, and one beside it that knocks at the server. */
const watched = [
  ...usersOf('onWatchedConnection').filter((path) => path.startsWith('src/workers/')),
  ...usersOf('checkEverything'),
];

describe('the connections of a process', () => {
  const { engine, database } = readConfig({});
  const usual = database.poolMax + engine.lanes + listeners.length;
  const most = usual + 2 * watched.length;

  it('are as many as the documents say', () => {
    expect([listeners.length, watched.length]).toEqual([2, 5]);
    for (const path of ['.env.example', 'docs/config.md', 'docs/operating.md']) {
      const text = readText(path).replaceAll(/\n(?:# )?/g, ' ');
      expect(text, path).toContain(`${usual} in all with the defaults`);
      expect(text, path).toContain(`so ${most} at most`);
    }
    expect(readText('docs/fleet.md')).toContain(`up to ${most} connections of PostgreSQL`);
  });

  it('are opened where this test counts them, at the start, or by the command line', () => {
    const counted = ['batch/batch-session', 'database/channel', 'database/watched', 'database/watched'];
    const migrate = 'installation/migrate';
    const atStart = [
      'database/database',
      'database/own-session',
      migrate,
      migrate,
      migrate,
      'settings/sandbox/demo-world',
    ];
    const ofCommands = ['backup/restore', 'backup/restore'];
    const expected = [...counted, ...atStart, ...ofCommands].map((name) => `src/storage/${name}.ts`);
    expect(usersOf('connect').toSorted()).toEqual(expected.toSorted());
    expect(usersOf('createPool')).toEqual(['src/service/database.ts', 'src/service/open-core.ts']);
  });
});
