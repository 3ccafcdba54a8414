import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../src/storage/project-folder.ts';

/** `npm run sbom`: what a release is made of, as CycloneDX, from the lock file: the same on every platform. */
const path = join('dist', 'sbom.cdx.json');
const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
const text = execFileSync('npm', options, {
  cwd: projectFolder(),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const bom = JSON.parse(text);
// npm takes the name of the folder, which may be any.
bom.metadata.component.name = 'quittance';
writeFileSync(join(projectFolder(), path), `${JSON.stringify(bom, null, 2)}\n`);
process.stdout.write(`${path}: ${bom.components.length} packages\n`);
