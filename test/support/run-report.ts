import { cpus } from 'node:os';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

const slowestShown = 10;

/**
 * Says at the end where the time went: the slowest files, and how long the cores had nothing to do. What waits for clocks, locks and
 * browsers shows as idle cores, what computes as slow files. And what the short run has left out.
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
    const lines = modules.length > slowestShown ? this.#timesOf(modules) : [];
    if (this.#leftOut !== null) lines.push('', this.#leftOut);
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }

  #timesOf(modules: readonly TestModule[]): string[] {
    const secondsOf = (module: TestModule) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return Math.round((duration + collectDuration + setupDuration) / 1000);
    };
    const slowest = [...modules].sort((left, right) => secondsOf(right) - secondsOf(left)).slice(0, slowestShown);
    const after = coreTimes();
    const idle = Math.round((100 * (after.idle - this.#before.idle)) / Math.max(1, after.all - this.#before.all));
    return [
      `\nSlowest files; the cores of this machine were idle ${idle} % of the time:`,
      ...slowest.map((module) => {
        const path = relative(this.#root, module.moduleId);
        return `  ${String(secondsOf(module)).padStart(4)} s  ${path} (${module.project.name})`;
      }),
    ];
  }
}

function coreTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { idle, irq, nice, sys, user }) => sum + idle + irq + nice + sys + user, 0),
  };
}
