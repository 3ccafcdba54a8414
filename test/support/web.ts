import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder } from '../../src/storage/project-folder.ts';

/** The pages' scripts and styles, built once before the tests that open a browser. */
export default async function setup(): Promise<void> {
  // As it is shipped: vitest's own NODE_ENV would build the libraries with their checks for developers.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(projectFolder(), 'web/vite.config.ts') });
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
