import { type Bench, type Comparison, inTurn } from './claim.ts';
import { fillWithPast, someInvoiceIds } from './fill.ts';
import { type Load, runLoad } from './load.ts';
import { type ServerProcess, startHelloProcess, startServiceProcess } from './service-process.ts';

const connectionCounts = [16, 128] as const;
const ratiosMin = { 16: 0.3, 128: 0.55 } as const;
/** As many different invoices are asked for, round and round. */
const readIdsMax = 20_000;

/** Reading random invoices by ID, beside a route of the same framework that does nothing at all. */
export async function measureRead(bench: Bench): Promise<Comparison[]> {
  const { world, options } = bench;
  const database = await world.create('read');
  await fillWithPast(database, { count: options.sizes.small, kept: 'books' }, () => undefined);
  const invoiceIds = await someInvoiceIds(database, readIdsMax);
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const hello = await startHelloProcess();
  const measured: { readonly connections: number; readonly ours: Load; readonly beside: Load }[] = [];
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const connections of connectionCounts) {
        const loads = new Map<'service' | 'hello', Load>();
        for (const side of inTurn(['service', 'hello'] as const, round)) {
          const load =
            side === 'service'
              ? await loadReads(bench, { service, invoiceIds, connections })
              : await loadHello(bench, hello, connections);
          loads.set(side, load);
        }
        const [ours, beside] = [loads.get('service'), loads.get('hello')];
        if (ours !== undefined && beside !== undefined) measured.push({ connections, ours, beside });
      }
    }
  } finally {
    await Promise.all([service.stop(), hello.stop()]);
  }
  await world.drop(database);
  return connectionCounts.map((connections) => ({
    claim: 'read',
    setting: `${connections} connections`,
    beside: 'bare Fastify route',
    unit: 'per second',
    rounds: measured
      .filter((one) => one.connections === connections)
      .map(({ ours, beside }) => ({
        ours: ours.perSecond,
        beside: beside.perSecond,
        p50Ms: ours.p50Ms,
        p99Ms: ours.p99Ms,
      })),
    aim: { kind: 'at least', ratio: ratiosMin[connections] },
  }));
}

/** Also what `growth` measures. */
export async function loadReads(
  { options, progress }: Bench,
  input: {
    readonly service: ServerProcess;
    readonly invoiceIds: readonly string[];
    readonly connections: number;
    readonly label?: string;
  },
): Promise<Load> {
  const { service, invoiceIds, connections } = input;
  const { warmUpSeconds, seconds } = options;
  const requests = { kind: 'read', invoiceIds } as const;
  const load = await runLoad({ port: service.port, connections, warmUpSeconds, seconds, requests });
  progress(
    `read @${connections} ${input.label ?? 'service'}: ${load.perSecond.toFixed(0)}/s, ` +
      `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms`,
  );
  return load;
}

async function loadHello({ options, progress }: Bench, hello: ServerProcess, connections: number): Promise<Load> {
  const { warmUpSeconds, seconds } = options;
  const load = await runLoad({ port: hello.port, connections, warmUpSeconds, seconds, requests: { kind: 'hello' } });
  progress(`read @${connections} hello: ${load.perSecond.toFixed(0)}/s`);
  return load;
}
