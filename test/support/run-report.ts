import { cpus } from 'node:os';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { tooLongForShort } from './test-plan.ts';

const slowestShown = 10;

/**
 * Says at the end where the time went: the slowest files, and how long the cores had nothing to do. What waits for clocks, locks and
 * browsers shows as idle cores, what computes as slow files. And what the short run has left out; it fails when a file has become
 * too slow for it.
 */
export class RunReport implements Reporter {
  readonly #leftOut: string | null;
  #root = '';
  #before = coreTimes();

  /** `leftOut`: one line about what this run leaves to another. */
  constructor(leftOut: string | null) {
    this.#leftOut = leftOut;
  }

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunStart(): void {
    this.#before = coreTimes();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      path: relative(this.#root, module.moduleId),
      project: module.project.name,
      ...secondsOf(module),
    }));
    const lines = files.length > slowestShown ? this.#timesOf(files) : [];
    if (this.#leftOut !== null) {
      lines.push('', this.#leftOut);
      const tooLong = tooLongForShort(files.map(({ path, ownSeconds }) => [path, ownSeconds]));
      lines.push(...tooLong.map((path) => `${path} is too slow for this run: ${wayOut}`));
      if (tooLong.length > 0) process.exitCode = 1;
    }
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }

  #timesOf(files: readonly FileTime[]): string[] {
    const slowest = [...files].sort((left, right) => right.seconds - left.seconds).slice(0, slowestShown);
    const after = coreTimes();
    const idle = Math.round((100 * (after.idle - this.#before.idle)) / Math.max(1, after.all - this.#before.all));
    return [
      `\nSlowest files; the cores of this machine were idle ${idle} % of the time:`,
      ...slowest.map(({ path, project, seconds }) => `  ${seconds.toFixed().padStart(4)} s  ${path} (${project})`),
    ];
  }
}

const wayOut = 'make it quicker, or give it a line in test/support/long-files.ts.';

interface FileTime {
  readonly path: string;
  readonly project: string;
  readonly seconds: number;
  /** Without what it loads: the first file of a worker loads for all that come after it, and which one that is, is chance. */
  readonly ownSeconds: number;
}

function secondsOf(module: TestModule): { readonly seconds: number; readonly ownSeconds: number } {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return { seconds: (duration + collectDuration + setupDuration) / 1000, ownSeconds: duration / 1000 };
}

function coreTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { idle, irq, nice, sys, user }) => sum + idle + irq + nice + sys + user, 0),
  };
}
