import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchFailure } from './failure.ts';
import { inWorld, print } from './in-world.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import type { WrittenFormat } from './statement-files.ts';
import { measureHealth } from './statement-health.ts';
import { type MadeFile, Person, pieces, sizeOf } from './statement-upload.ts';

/**
 * `npm run bench:statements -- --lines 1000000 --format camt.053`: a bank's file of a million lines through the interface, as the
 * console sends it: how long it takes, what the service's process needs, and that the same file again changes nothing. With `--health`
 * instead: how soon the service answers others while the largest file of a maker is read, of each format.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    format: { type: 'string', default: 'camt.053' },
    health: { type: 'boolean', default: false },
  },
});
const file: MadeFile = { format: values.format as WrittenFormat, lines: Number(values.lines) };
const megabyte = 1024 ** 2;

async function bring(person: Person, service: ServerProcess, label: string): Promise<void> {
  const sizeBytes = sizeOf(pieces(file));
  const before = (await service.memory()) ?? 0;
  let most = before;
  const watch = setInterval(() => void service.memory().then((bytes) => (most = Math.max(most, bytes ?? 0))), 250);
  const began = performance.now();
  const id = await person.send(pieces(file), sizeBytes, 1);
  const sent = performance.now();
  await person.start(id, file);
  let checked = 0;
  for (;;) {
    const work: Record<string, unknown> = await person.ask(`/statement-imports/${id}`);
    if (checked === 0 && work['state'] !== 'waiting') checked = performance.now();
    if (work['state'] === 'refused') throw new BenchFailure(JSON.stringify(work['fault']));
    if (work['state'] === 'done') {
      print(`${label}: ${JSON.stringify(work['counts'])}${work['sameAs'] === null ? '' : ', the same as before'}`);
      break;
    }
    await delay(1_000);
  }
  clearInterval(watch);
  const ended = performance.now();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  print(`  ${file.lines} lines, ${(sizeBytes / megabyte).toFixed(0)} MB of ${file.format}`);
  print(
    `  sent in ${seconds(sent - began)}, checked in ${seconds(checked - sent)}, taken in ${seconds(ended - checked)}`,
  );
  print(`  ${Math.round(file.lines / ((ended - checked) / 1000))} lines a second while they are taken`);
  print(
    `  memory of the service: ${(before / megabyte).toFixed(0)} MB before, ${(most / megabyte).toFixed(0)} MB at most`,
  );
}

await inWorld(async (world) => {
  const database = await world.create('statements');
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const url = `http://127.0.0.1:${service.port}`;
  if (values.health) await measureHealth(url);
  else {
    const person = new Person(`${url}/api/operator`);
    await person.signIn('operator');
    await bring(person, service, 'first');
    await bring(person, service, 'again');
  }
  await service.stop();
});
