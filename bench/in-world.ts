import { killServers } from './service-process.ts';
import { World } from './world.ts';

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For a command of its own: a world that is closed afterwards, also after Ctrl-C. */
export async function inWorld(measure: (world: World) => Promise<void>): Promise<void> {
  const world = await World.open(print);
  process.once('SIGINT', () => {
    killServers();
    void world.close().finally(() => process.exit(130));
  });
  try {
    await measure(world);
  } finally {
    await world.close();
  }
}
