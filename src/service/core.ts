import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { BookHead } from '../domain/book/page-faults.ts';
import type { RoleReport } from '../domain/installation/database-role.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import type { CatalogueHolder } from '../engine/catalogue-holder.ts';
import type { Engine } from '../engine/engine.ts';
import type { MoneyOut } from '../engine/money-out.ts';
import type { Drain } from '../http/drain.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database/database.ts';
import type { SecretBox } from '../storage/secrets/secret-box.ts';
import type { SandboxClock } from '../storage/settings/sandbox/sandbox-clock.ts';
import type { ConcernWatch } from '../storage/watches/concern-watch.ts';
import type { InvoiceWatch } from '../storage/watches/invoice-watch.ts';
import type { LostCommits } from '../workers/book/lost-commits.ts';
import type { Lookout } from '../workers/lookout.ts';

/** What capabilities are made from: the database, the catalogue, the clocks, and how processes and loops hear of work. */
export interface Foundation {
  readonly config: Config;
  readonly log: Logger;
  /** For `failed` of a loop: says what will be tried again. */
  readonly warns: (what: string) => (err: unknown) => void;
  readonly database: Database;
  readonly connectionString: () => string;
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  /** The database role that the service works under. */
  readonly role: RoleReport;
  readonly time: SandboxClock;
  /** The service's clock: a sandbox may have moved it. */
  readonly clock: () => Instant;
  /** The machine's, whatever a sandbox does with its own. */
  readonly machineClock: () => Instant;
  readonly newId: () => string;
  readonly holder: CatalogueHolder;
  readonly catalogue: () => Catalogue;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly lookout: Lookout;
  readonly invoices: InvoiceWatch;
  readonly concerns: ConcernWatch;
  readonly drain: Drain;
  /** Known once the service listens, where the settings do not say it. */
  readonly address: { publicUrl: string };
  readonly publicUrl: () => string;
  /** The end of the book as this process has seen it last; null before the first page. */
  readonly bookEnd: { head: BookHead | null };
  /** Called when a batch has written notifications. */
  readonly notified: (() => void)[];
}

/** Whether money may go out: the books are right, and no failover has lost what was acknowledged. */
export interface MoneyGate {
  readonly moneyOut: MoneyOut;
  readonly isMoneyOutOpen: () => boolean;
  readonly lostCommits: LostCommits;
}

export interface Core extends Foundation {
  readonly engine: Engine;
  readonly gate: MoneyGate;
}
