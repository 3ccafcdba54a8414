import type pg from 'pg';
import { breakOff, connect } from './connection.ts';

const knockMs = 5_000;
/** One may fail because the server has no connection left for it. */
const failuresMax = 2;

/**
 * Work on a connection of its own that may take as long as it likes. It must still end when nobody works on it: a server that stands
 * still, or is cut off, says nothing. So others knock at the same server meanwhile; when they get no answer, the connection is
 * broken off, and the work fails like any other that lost its connection.
 */
export async function onWatchedConnection<Value>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Value>,
  everyMs = knockMs,
): Promise<Value> {
  const client = await connect(connectionString, 'admin');
  const end = watch(client, connectionString, everyMs);
  try {
    return await work(client);
  } finally {
    end();
    await client.end().catch(() => undefined);
  }
}

function watch(client: pg.Client, connectionString: string, everyMs: number): () => void {
  let failures = 0;
  let isKnocking = false;
  const knock = async () => {
    if (isKnocking) return;
    isKnocking = true;
    try {
      await (await connect(connectionString, 'admin')).end();
      failures = 0;
    } catch {
      failures += 1;
      if (failures >= failuresMax) breakOff(client);
    } finally {
      isKnocking = false;
    }
  };
  const timer = setInterval(() => void knock(), everyMs);
  return () => clearInterval(timer);
}
