/**
 * `npm start`: builds, then becomes the service. One process, so that Ctrl-C and SIGTERM reach it on every system; a hook before
 * the start would not be run, as .npmrc switches scripts of packages off.
 */
import { spawnSync } from 'node:child_process';

const options = process.argv.slice(2);
if (options.length > 0) {
  const isHelp = options.every((option) => option === '--help' || option === '-h');
  const help = `Builds, then runs the service until it is stopped: Ctrl-C and SIGTERM finish what is in flight.

npm start

It takes no options. Settings come from the environment and from .env: see docs/config.md.
Everything else is "npm run quittance -- --help".
`;
  process[isHelp ? 'stdout' : 'stderr'].write(
    isHelp ? help : `npm start does not know ${options.join(' ')}.\n\n${help}`,
  );
  process.exit(isHelp ? 0 : 1);
}

const { status, error } = spawnSync('npm', ['run', '--silent', 'build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (error !== undefined) process.stderr.write(`The build did not start: ${error.message}. Is npm on the PATH?\n`);
if (status !== 0) process.exit(status ?? 1);
await import('../dist/program/main.js');
