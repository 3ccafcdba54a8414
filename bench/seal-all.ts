import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { keepBook } from '../src/storage/book/keep-book.ts';
import { connect } from '../src/storage/database/connection.ts';
import { SecretBox } from '../src/storage/secrets/secret-box.ts';
import { readCpuMs } from './processor-time.ts';
import type { BenchDatabase } from './world.ts';

const secrets = new SecretBox(Buffer.from(demoSecrets.masterKeyHex, 'hex'));
const transfersMax = 100_000;

/** Seals all that is there, as a service would that had the time, and leaves a check that found nothing. */
export async function sealAll({ workUrl }: BenchDatabase, progress: (transfers: number) => void = () => undefined) {
  const client = await connect(workUrl, 'admin');
  try {
    let transfers = 0;
    for (let from: bigint | null = null, isDone = false; !isDone; ) {
      const kept = await keepBook(client, { secrets, at: Date.now(), transfersMax, from, isCheckDue: true });
      transfers += kept.transfers;
      progress(transfers);
      from = kept.from;
      isDone = kept.isComplete;
    }
    await client.query('select summarize_transfers()');
  } finally {
    await client.end();
  }
}

/** Processor time of sealing and checking what is not sealed yet, of this process and of its session, in µs for each transfer. */
export async function measureSealingAlone({ workUrl }: BenchDatabase): Promise<number> {
  const client = await connect(workUrl, 'admin');
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const sessionMs = async () => (await readCpuMs(rows[0].pid)) ?? Number.NaN;
    const [ownBefore, sessionBefore] = [process.cpuUsage(), await sessionMs()];
    const step = { secrets, at: Date.now(), transfersMax, from: null, isCheckDue: false };
    const { transfers } = await keepBook(client, step);
    const own = process.cpuUsage(ownBefore);
    return (own.user + own.system + ((await sessionMs()) - sessionBefore) * 1000) / transfers;
  } finally {
    await client.end();
  }
}

export async function isAllSealed({ url }: BenchDatabase): Promise<boolean> {
  const client = await connect(url, 'admin');
  const { rows } = await client.query(
    'select (select sum(transfers) from book_pages) = (select count(*) from transfers) as is_sealed',
  );
  await client.end();
  return rows[0].is_sealed;
}
