import { CatalogueHolder } from '../../../src/engine/catalogue-holder.ts';
import { Engine } from '../../../src/engine/engine.ts';
import type { BatchReport } from '../../../src/engine/lane.ts';
import { BatchSession } from '../../../src/storage/batch/batch-session.ts';
import { readCatalogue } from '../../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../../support/database.ts';

export interface TestEngine {
  readonly db: TestDatabase;
  readonly engine: Engine;
  /** One for each batch, in the order in which they ended. */
  readonly reports: BatchReport[];
  /** Stands still until it is moved. */
  readonly clock: { nowMs: number };
  /** Without dropping the database. */
  stopEngine(): Promise<void>;
  stop(): Promise<void>;
}

interface EngineSettings {
  readonly lanes?: number;
  readonly batchMax?: number;
  readonly queueMax?: number;
  readonly changed?: (invoiceIds: readonly string[]) => void;
}

/** The engine alone: no HTTP, no workers, and nobody who tells it that the catalogue changed. */
export async function startTestEngine(settings: EngineSettings = {}, database?: TestDatabase): Promise<TestEngine> {
  const db = database ?? (await createTestDatabase());
  const reports: BatchReport[] = [];
  const clock = { nowMs: Date.parse('2026-11-14T12:00:00Z') };
  const engine = new Engine({
    connect: () => BatchSession.open(db.url),
    catalogue: await CatalogueHolder.open(() => readCatalogue(db.pool, new SecretBox(demoMasterKey))),
    lanes: settings.lanes ?? 1,
    batchMax: settings.batchMax ?? 128,
    queueMax: settings.queueMax ?? 10_000,
    clock: () => clock.nowMs,
    moneyOut: { isOpen: true },
    observe: (report) => reports.push(report),
    ...(settings.changed === undefined ? {} : { changed: settings.changed }),
  });
  await engine.start();
  return {
    db,
    engine,
    reports,
    clock,
    stopEngine: () => engine.stop(),
    async stop() {
      await engine.stop();
      if (database === undefined) await db.drop();
    },
  };
}
