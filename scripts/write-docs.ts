import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { documents, references } from './documents.ts';

/** `npm run docs`: writes what is made from the code: the tracked documents and types, and the references into `dist/`. */
for (const [path, content] of [...documents(), ...references()]) {
  const file = join(projectFolder(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  process.stdout.write(`${path}\n`);
}
