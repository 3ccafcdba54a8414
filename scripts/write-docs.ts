import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../src/storage/project-folder.ts';
import { documents } from './documents.ts';

/** `npm run docs`: writes the documents that are made from the code. */
for (const [path, content] of documents()) {
  writeFileSync(join(projectFolder(), path), content);
  process.stdout.write(`${path}\n`);
}
