import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../src/storage/installation/project-folder.ts';

interface Bom {
  readonly metadata: { readonly component: { name: string; readonly 'bom-ref': string } };
  components: readonly { readonly 'bom-ref': string; readonly properties?: readonly { readonly name: string }[] }[];
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** `npm run sbom`: what a release is made of, as CycloneDX, from the lock file: the same on every platform. */
function writeSbom(): void {
  const path = join('dist', 'sbom.cdx.json');
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const text = execFileSync('npm', options, {
    cwd: projectFolder(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bom = JSON.parse(text) as Bom;
  // npm takes the name of the folder, which may be any.
  bom.metadata.component.name = 'quittance';
  leaveOutDevelopment(bom);
  writeFileSync(join(projectFolder(), path), `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${path}: ${bom.components.length} packages\n`);
}

/** With `--omit=dev` npm 11 leaves out packages of the release, too, when a development package needs them as well. */
function leaveOutDevelopment(bom: Bom): void {
  const isDevelopment = ({ properties = [] }: Bom['components'][number]) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  bom.components = bom.components.filter((part) => !isDevelopment(part));
  const kept = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((part) => part['bom-ref'])]);
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map((part) => ({ ...part, dependsOn: part.dependsOn.filter((ref) => kept.has(ref)) }));
}

writeSbom();
