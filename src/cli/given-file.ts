import { readFile } from 'node:fs/promises';
import { UsageError } from './command-line.ts';

/** The text of a file that somebody has named on the command line. */
export async function givenFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file that is there.`,
    );
  }
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${(error as Error).message}.`);
  }
}
