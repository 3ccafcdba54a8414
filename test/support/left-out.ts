import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Says at the end what could not be tested on this machine, and why: a green run without curl must not look like one with it.
 * Tests that nobody asked for have no reason and are not listed.
 */
export class LeftOut implements Reporter {
  readonly #known: readonly string[];

  /** What is already known before a test runs. */
  constructor(known: readonly string[]) {
    this.#known = known;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const titles = new Map<string, string[]>();
    for (const test of modules.flatMap((module) => [...module.children.allTests('skipped')])) {
      const reason = reasonOf(test);
      if (reason !== null) titles.set(reason, [...(titles.get(reason) ?? []), test.fullName]);
    }
    const lines = [...titles].map(([reason, all]) =>
      [`  ${reason}:`, ...all.map((title) => `    ${title}`)].join('\n'),
    );
    const all = [...this.#known.map((one) => `  ${one}`), ...lines];
    if (all.length > 0) process.stdout.write(`\nNot tested on this machine:\n${all.join('\n')}\n\n`);
  }
}

function reasonOf(test: TestCase): string | null {
  const result = test.result();
  return (result.state === 'skipped' && result.note) || null;
}
