/**
 * `npm start`: builds, then becomes the service. One process, so that Ctrl-C and SIGTERM reach it on every system; a hook before
 * the start would not be run, as .npmrc switches scripts of packages off.
 */
import { spawnSync } from 'node:child_process';

const { status, error } = spawnSync('npm', ['run', '--silent', 'build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (error !== undefined) process.stderr.write(`The build did not start: ${error.message}. Is npm on the PATH?\n`);
if (status !== 0) process.exit(status ?? 1);
await import('../dist/program/main.js');
