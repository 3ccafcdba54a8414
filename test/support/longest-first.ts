import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { secondsOfLongFiles } from './long-files.ts';

/**
 * The projects in the order in which they run: the browser first, small files last, to fill what is left: pure code, and then one
 * statement or another on a second server. Worlds of the simulator are pure code as well, but the longest of all on one core.
 */
const projects = ['web', 'postgres-18', 'memory', 'postgres-installed'];

/**
 * Long files first, so that none is left alone at the end while the other cores have nothing to do. By a list, as a fresh clone
 * does not know how long they took; vitest's own guess is the size. Projects stay together: workers go on with what they have
 * loaded.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      secondsOfLongFiles[relative(this.ctx.config.root, moduleId)] ?? 0;
    const sorted = await super.sort(files);
    return sorted.sort(
      (left, right) =>
        projects.indexOf(left.project.name) - projects.indexOf(right.project.name) ||
        secondsOf(right) - secondsOf(left),
    );
  }
}
