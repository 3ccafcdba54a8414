import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../src/storage/installation/project-folder.ts';

/**
 * Where a screenshot goes: into `docs/images/` if a document shows it, else into `screenshots/`, which Git ignores. Most
 * pictures are for looking at once.
 */
export function pictureFile(name: string): string {
  const isShown = documentTexts().some((text) => text.includes(`images/${name}.png)`));
  const file = join(projectFolder(), isShown ? 'docs/images' : 'screenshots', `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

function documentTexts(): readonly string[] {
  return ['.', 'docs'].flatMap((folder) =>
    readdirSync(join(projectFolder(), folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(projectFolder(), folder, name), 'utf8')),
  );
}
