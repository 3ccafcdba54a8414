import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { grouped } from '../simulator/report.ts';
import { type RoutingDay, type RoutingKind, routingDay, routingKinds } from '../simulator/routing-world.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';

/** `npm run simulate:routing`: what weights of requisites are worth, written to simulator/README.md. */
const seeds = 20;
const path = join(projectFolder(), 'simulator/README.md');
const section = /(<!-- Routing: .*? -->\n)[\s\S]*?(<!-- End of routing -->)/;

const rows = routingKinds.map((kind) => {
  const [plain, weighted] = [days(kind, false), days(kind, true)];
  process.stdout.write(`${kind.name}\n`);
  return `| ${kind.name} | ${shown(plain)} | ${shown(weighted)} |`;
});
const table = `
${seeds} days of ${grouped(routingDay(routingKinds[0] as RoutingKind, 1, false).payers)} payers each, nine makers with two requisites each:

| Makers | In turn: paid | minutes until told | fewest deals | Weighted: paid | minutes until told | fewest deals |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

`;
writeFileSync(
  path,
  readFileSync(path, 'utf8').replace(section, (_, begin, end) => `${begin}${table}${end}`),
);

function days(kind: RoutingKind, isWeighted: boolean): RoutingDay[] {
  return Array.from({ length: seeds }, (_, index) => routingDay(kind, index + 1, isWeighted));
}

/** Of all days: the part that was paid, the mean wait, and the fewest deals that a requisite got in a day. */
function shown(all: readonly RoutingDay[]): string {
  const total = (of: (day: RoutingDay) => number) => all.reduce((sum, day) => sum + of(day), 0);
  const paid = total((day) => day.paid);
  const percent = ((100 * paid) / total((day) => day.payers)).toFixed(1);
  const minutes = (total((day) => day.waitedMinutes) / paid).toFixed(1);
  return `${percent} % | ${minutes} | ${Math.min(...all.map(({ fewest }) => fewest))}`;
}
