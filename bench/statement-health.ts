import { setTimeout as delay } from 'node:timers/promises';
import { makersFileBytesMax } from '../src/domain/statements/statement-import.ts';
import { BenchFailure } from './failure.ts';
import { print } from './in-world.ts';
import type { WrittenFormat } from './statement-files.ts';
import { type MadeFile, Person, pieces, sizeOf } from './statement-upload.ts';
import { median } from './statistics.ts';

/** Of taking lines, which goes on like this until the file ends. */
const takenForMs = 20_000;
const restMs = 10_000;
const askEveryMs = 20;
const aimMs = 200;
const formats: readonly WrittenFormat[] = ['camt.053', 'camt.052', 'mt940', '1c', 'csv'];

/** How long `/healthz` takes while the largest allowed file of a maker is sent, checked and taken, beside a while without one. */
export async function measureHealth(url: string): Promise<void> {
  const maker = new Person(`${url}/api/operator`);
  await maker.signIn('maker');
  const { items } = (await maker.ask('/requisites')) as unknown as { items: { id: number; currency: string }[] };
  const seen = { with: [] as number[], without: [] as number[] };
  const requisites = items.filter(({ currency }) => currency === 'RUB');
  for (const [index, format] of formats.entries()) {
    // Of an account of its own: a day that a file of another format has told of is not taken again.
    const requisiteId = requisites[index]?.id;
    if (requisiteId === undefined) throw new BenchFailure(`the maker has only ${index} requisites`);
    const file = largest(format);
    // Before it is sent: making pieces would hold this process up, and with it the questions.
    const made = [...pieces(file)];
    const sizeBytes = sizeOf(made);
    const rest = await answersOf(url, () => delay(restMs));
    const sending = await answersOf(url, () => maker.send(made, sizeBytes, requisiteId));
    const id = sending.result;
    const checking = await answersOf(url, async () => {
      await maker.start(id, file);
      await until(maker, id, (state) => state !== 'waiting');
    });
    const taking = await answersOf(url, () => delay(takenForMs));
    await maker.ask(`/statement-imports/${id}/stop`, {});
    print(`${format}, ${(sizeBytes / 1024 ** 2).toFixed(1)} MB, ${file.lines} lines`);
    seen.without.push(...rest.answersMs);
    seen.with.push(...sending.answersMs, ...checking.answersMs, ...taking.answersMs);
    for (const [what, { answersMs, tookMs }] of Object.entries({ rest, sending, checking, taking })) {
      const [half, worst] = [median(answersMs), Math.max(...answersMs)].map((ms) => `${ms.toFixed(1)} ms`);
      print(
        `  ${what}: median ${half}, worst ${worst} of ${answersMs.length} answers in ${(tookMs / 1000).toFixed(1)} s`,
      );
    }
  }
  const ms = (answers: readonly number[]) => `${Math.max(...answers).toFixed(1)} ms`;
  print(`worst of all: ${ms(seen.with)} beside a file, ${ms(seen.without)} without; the aim is ${aimMs} ms`);
}

/** As many lines as fit. */
function largest(format: WrittenFormat): MadeFile {
  const sample = 20_000;
  const bytesPerLine = sizeOf(pieces({ format, lines: sample })) / sample;
  return { format, lines: Math.floor((makersFileBytesMax * 0.92) / bytesPerLine) };
}

async function until(maker: Person, id: string, isReached: (state: string) => boolean): Promise<void> {
  for (;;) {
    const { state } = (await maker.ask(`/statement-imports/${id}`)) as unknown as { state: string };
    if (isReached(state)) return;
    await delay(250);
  }
}

async function answersOf<Result>(url: string, act: () => Promise<Result>) {
  const answersMs: number[] = [];
  const begunMs = performance.now();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const askedMs = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      answersMs.push(performance.now() - askedMs);
      await delay(askEveryMs);
    }
  })();
  const result = await act();
  const tookMs = performance.now() - begunMs;
  isOver = true;
  await asking;
  return { answersMs, tookMs, result };
}
