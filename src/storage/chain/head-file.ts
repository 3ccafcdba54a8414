import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { type ChainHead, headText, parseHead } from '../../domain/book/hash-chain.ts';

/**
 * Adds a line to a file of heads. Lines before it stay: each is a proof of its own. A full disk or a power cut leaves a part of
 * a line: what comes after it must not join it, or it would be lost as well.
 */
export async function appendHead(path: string, head: ChainHead): Promise<void> {
  const isTorn = !(await endsWithLine(path));
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${isTorn ? '\n' : ''}${headText(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** False as well where the file may be added to and not read: an empty line too many harms nobody. */
async function endsWithLine(path: string): Promise<boolean> {
  if (!existsSync(path)) return true;
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    if (size === 0) return true;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return bytesRead === 1 && buffer.toString() === '\n';
  } finally {
    await file.close();
  }
}

/** All heads of a file, one on each line. */
export async function readHeads(path: string): Promise<ChainHead[]> {
  return (await readLines(path)).map(({ number, head }) => {
    if (head !== null) return head;
    throw new Error(
      `Line ${number} of ${path} is not a head of a chain. If a full disk or a power cut has torn it, remove it.`,
    );
  });
}

/**
 * The file that a service has told its heads to. A torn line must not hide the others: it is left out, and the head before it
 * stands for it.
 */
export class HeadFile {
  readonly #path: string | null;
  readonly #skipped: (lineNumber: number) => void;
  readonly #known = new Set<number>();

  /** `skipped` is called once for each line. */
  constructor(path: string | null, skipped: (lineNumber: number) => void) {
    this.#path = path;
    this.#skipped = skipped;
  }

  /** None before the first head was told. */
  async read(): Promise<ChainHead[]> {
    if (this.#path === null || !existsSync(this.#path)) return [];
    const lines = await readLines(this.#path);
    for (const { number, head } of lines) {
      if (head !== null || this.#known.has(number)) continue;
      this.#known.add(number);
      this.#skipped(number);
    }
    return lines.flatMap(({ head }) => (head === null ? [] : [head]));
  }
}

/** Null for a line that is not a head. */
async function readLines(path: string): Promise<{ readonly number: number; readonly head: ChainHead | null }[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code}). Name a file with heads, one on each line.`);
  });
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => ({ number, head: parseHead(line) }));
}
