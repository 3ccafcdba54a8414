import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../src/storage/installation/project-folder.ts';

/**
 * Builds the release that a fleet is upgraded from, out of the history of this clone, and says where its program is. Its
 * packages are those of this one, unless its lock file names others.
 */
export function buildRelease(ref: string, folder: string, progress: (text: string) => void): string {
  const project = projectFolder();
  const release = join(folder, 'release');
  progress(`building the release of ${ref}`);
  mkdirSync(release);
  const archive = execFileSync('git', ['archive', '--format=tar', ref], { cwd: project, maxBuffer: archiveBytesMax });
  execFileSync('tar', ['-x', '-C', release], { input: archive });
  if (lockFile(release) === lockFile(project))
    symlinkSync(join(project, 'node_modules'), join(release, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: release, stdio: 'ignore' });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: release, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(release, 'dist', 'src', 'main.js');
}

const archiveBytesMax = 1_073_741_824;

function lockFile(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}
