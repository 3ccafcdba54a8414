import { open, readFile } from 'node:fs/promises';
import { type ChainHead, headText, parseHead } from '../../domain/hash-chain.ts';

/** Adds a line to a file of heads. Lines before it stay: each is a proof of its own. */
export async function appendHead(path: string, head: ChainHead): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${headText(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** All heads of a file, one on each line. */
export async function readHeads(path: string): Promise<ChainHead[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code}). Name a file with heads, one on each line.`);
  });
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const head = parseHead(line);
      if (head === null) throw new Error(`Line ${index + 1} of ${path} is no head of a chain.`);
      return head;
    });
}
