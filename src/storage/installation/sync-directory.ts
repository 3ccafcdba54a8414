import { open } from 'node:fs/promises';

/** After it the names in a directory outlive a power cut, as the content of a file does after its own sync. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; its file system keeps names in a journal of its own.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
