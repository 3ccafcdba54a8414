import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoSecrets } from '../src/domain/demo-secrets.ts';
import { BenchFailure } from './failure.ts';
import { inWorld, print } from './in-world.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import { closingOf, type WrittenFormat, type WrittenLine, writers, writtenMapping } from './statement-files.ts';

/**
 * `npm run bench:statements -- --lines 1000000 --format camt.053`: a bank's file of a million lines through the interface, as the
 * console sends it: how long it takes, what the service's process needs, and that the same file again changes nothing.
 */
const { values } = parseArgs({
  options: { lines: { type: 'string', default: '1000000' }, format: { type: 'string', default: 'camt.053' } },
});
const count = Number(values.lines);
const format = values.format as WrittenFormat;
const pieceBytes = 4 * 1024 ** 2;
const megabyte = 1024 ** 2;

const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

/** Every tenth line goes out; sums differ, as those of payers do. */
function* made(): Generator<WrittenLine> {
  for (let index = 0; index < count; index += 1) {
    yield {
      direction: index % 10 === 9 ? 'out' : 'in',
      amount: 10_000n + BigInt((index * 7_919) % 9_999_991),
      day,
      reference: `B${index}`,
      party: `Плательщик ${index % 1_000}`,
      purpose: `Перевод ${index}`,
    };
  }
}

/** The file in pieces, made while it is sent: it is never whole in memory here either. */
function* pieces(): Generator<Buffer> {
  const statement = { account: '40817810000000004821', currency: 'RUB', number: '1', from: day, to: day, opening: 0n };
  let parts: Buffer[] = [];
  let size = 0;
  for (const text of writers[format]({ ...statement, closing: closingOf(0n, made()) }, made())) {
    const bytes = Buffer.from(text);
    parts.push(bytes);
    size += bytes.byteLength;
    if (size < pieceBytes - 4_096) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

class Person {
  readonly #url: string;
  #headers: Record<string, string> = {};

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(): Promise<void> {
    const { login, password } = demoSecrets.people.operator;
    const response = await fetch(`${this.#url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password }),
    });
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    this.#headers = { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrfToken };
  }

  async ask(path: string, body?: object | Buffer): Promise<Record<string, never>> {
    const isBytes = body instanceof Buffer;
    const response = await fetch(`${this.#url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...this.#headers, 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new BenchFailure(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  }
}

async function bring(person: Person, service: ServerProcess, label: string): Promise<void> {
  let sizeBytes = 0;
  for (const piece of pieces()) sizeBytes += piece.byteLength;
  const before = (await service.memory()) ?? 0;
  let most = before;
  const watch = setInterval(() => void service.memory().then((bytes) => (most = Math.max(most, bytes ?? 0))), 250);
  const began = performance.now();
  const { id } = await person.ask('/statement-imports', { requisiteId: 1, fileName: 'million', sizeBytes });
  let at = 0;
  for (const piece of pieces()) {
    await person.ask(`/statement-imports/${id}/pieces?at=${at}`, piece);
    at += piece.byteLength;
  }
  const sent = performance.now();
  await person.ask(`/statement-imports/${id}/start`, format === 'csv' ? { mapping: writtenMapping } : {});
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
  print(`  ${count} lines, ${(sizeBytes / megabyte).toFixed(0)} MB of ${format}`);
  print(
    `  sent in ${seconds(sent - began)}, checked in ${seconds(checked - sent)}, taken in ${seconds(ended - checked)}`,
  );
  print(`  ${Math.round(count / ((ended - checked) / 1000))} lines a second while they are taken`);
  print(
    `  memory of the service: ${(before / megabyte).toFixed(0)} MB before, ${(most / megabyte).toFixed(0)} MB at most`,
  );
}

await inWorld(async (world) => {
  const database = await world.create('statements');
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const person = new Person(`http://127.0.0.1:${service.port}/api/operator`);
  await person.signIn();
  await bring(person, service, 'first');
  await bring(person, service, 'again');
  await service.stop();
});
