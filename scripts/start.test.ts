import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

function start(...options: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/start.mjs', ...options], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('says what "npm start" does, and starts nothing that was mistyped', () => {
  expect(start('--help')).toEqual({ status: 0, stdout: expect.stringContaining('npm start\n'), stderr: '' });
  expect(start('--port', '80')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^npm start does not know --port 80\.\n\nBuilds, then runs the service/),
  });
});
