import { describe, expect, it } from 'vitest';
import { mutants } from '../../scripts/mutants/list.ts';
import { placesOf } from '../../scripts/mutants/mutant.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { filesOfTheRest } from '../support/test-plan.ts';
import { readText, repositoryPaths } from './repository.ts';

const paths = new Set(repositoryPaths());

/** `npm run mutants` takes minutes; this says at once that a mutant can no longer be put in. */
describe('the mutants', () => {
  it('have names of their own', () => {
    const names = mutants.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  it('change a text that is in its file exactly once, into another', () => {
    const lost = mutants.filter((mutant) => !paths.has(mutant.file) || placesOf(mutant, readText(mutant.file)) !== 1);
    expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
    expect(mutants.filter(({ text, replacement }) => text === replacement)).toEqual([]);
  });

  it('name test files that are there', () => {
    const lost = mutants.filter(({ test }) => !paths.has(test.file));
    expect(lost.map(({ name, test }) => `${name}: ${test.file}`)).toEqual([]);
  });

  it('are found by the short run: at least nine in ten of those of engine, storage and http', () => {
    const core = mutants.filter(({ file }) => /^src\/(engine|storage|http)\//.test(file));
    const rest = new Set(filesOfTheRest(projectFolder()));
    const left = core.filter(({ test }) => rest.has(test.file)).map(({ name, test }) => `${name}: ${test.file}`);
    expect(left.length, left.join('\n')).toBeLessThanOrEqual(core.length / 10);
  });

  it('are of storage, its functions, http and workers, and of what stands between: the rest has a mutation score', () => {
    const places = [
      'src/storage/',
      'migrations/',
      'src/http/',
      'src/workers/',
      'src/engine/',
      'src/api/',
      'src/notify/',
      'src/pages/',
    ];
    expect(mutants.filter(({ file }) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  });
});
