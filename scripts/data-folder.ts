import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A fresh folder for an embedded server. Open for passing through: root in a container without user namespaces runs the
 * server as another user, who has to get to the files.
 */
export async function newDataFolder(prefix: string, parent: string = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix));
  await chmod(folder, 0o711);
  return folder;
}
