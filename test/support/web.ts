import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder } from '../../src/storage/project-folder.ts';

/** The pages' scripts and styles, built once before the tests that open a browser. */
export default async function setup(): Promise<void> {
  await build({ configFile: join(projectFolder(), 'web/vite.config.ts') });
}
