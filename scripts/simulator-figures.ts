import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkMutations, type MutationFinding } from '../simulator/mutation-check.ts';
import { grouped } from '../simulator/report.ts';
import { runSeed } from '../simulator/run-seed.ts';
import { added, emptySummary, type Summary } from '../simulator/summary.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';

/** `npm run simulate:figures`: runs the worlds and the seeded bugs anew, and writes the figures of simulator/README.md. */
const firstSeed = 1;
const worlds = 10;
const size = { days: 1, livesPerDay: 2_000 };
const faultsUnderOtherNames = ['answers lost', 'answers never given', 'catalogue changes'];

// Refusals are a way of life here, and their stack traces are looked at by nobody.
Error.stackTraceLimit = 0;

const path = join(projectFolder(), 'simulator/README.md');
const section = /(<!-- Figures: .*? -->\n)[\s\S]*?(<!-- End of the figures -->)/;
const summary = await runWorlds();
const secondsOfProcessor = process.cpuUsage().user / 1e6;
const findings = await checkMutations(firstSeed, ({ name }) => process.stdout.write(`${name}\n`));
const figures = `\n${runText(summary, secondsOfProcessor)}\n\n${bugTable(findings)}\n\n`;
writeFileSync(
  path,
  readFileSync(path, 'utf8').replace(section, (_, begin, end) => `${begin}${figures}${end}`),
);

async function runWorlds(): Promise<Summary> {
  let sum = emptySummary;
  for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
    const { summary: one, broken } = await runSeed(seed, size);
    if (broken !== null) throw new Error(`seed ${seed} breaks a law: ${broken.law}: ${broken.detail}`);
    sum = added(sum, one);
    process.stdout.write(`seed ${seed}: ${grouped(sum.lives)} lives\n`);
  }
  return sum;
}

function runText({ lives, steps, commits, counts }: Summary, seconds: number): string {
  const rate = grouped(Math.round(lives / seconds));
  const machine = `one thread, ${availableParallelism()} cores, ${process.arch}, Node ${process.versions.node}`;
  const faults = Object.entries(counts)
    .filter(([name]) => name.startsWith('fault ') || faultsUnderOtherNames.includes(name))
    .sort(([, left], [, right]) => right - left)
    .map(([name, count]) => `| ${name.replace(/^fault /, '')} | ${grouped(count)} |`);
  return `\`npm run simulate -- --seed ${firstSeed} --seeds ${worlds} --days ${size.days}\`: all laws held after every step.

| Lives | Steps | Commits | Lives per second of processor time (${machine}) |
| ---: | ---: | ---: | ---: |
| ${grouped(lives)} | ${grouped(steps)} | ${grouped(commits)} | ${rate} |

| Fault injected | Times |
| --- | ---: |
${faults.join('\n')}`;
}

function bugTable(found: readonly MutationFinding[]): string {
  const rows = found.map(
    ({ name, seeds, steps, law }) => `| ${name} | ${seeds} | ${grouped(steps)} | ${law ?? 'NOT FOUND'} |`,
  );
  return `The seeded bugs of \`npm run simulate -- --mutations\`, from seed ${firstSeed} on:

| Bug | Seeds | Steps | Found by the law |
| --- | ---: | ---: | --- |
${rows.join('\n')}`;
}
