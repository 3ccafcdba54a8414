import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import { BankFileThread } from '../bank-files/bank-file-thread.ts';
import type { PreviewQuestion } from '../bank-files/file-reading.ts';
import type { FilePreview } from '../bank-files/preview.ts';
import type { Actor } from '../domain/people/audit.ts';
import { refuseSpent } from '../domain/statements/reading-time.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { orUnavailable } from '../storage/database/database-errors.ts';
import { addReadingTime, findReadingTime } from '../storage/statements/reading-time.ts';
import { StatementFiles } from '../storage/statements/statement-files.ts';
import { createStatementImportWorker } from '../workers/statements/statement-imports.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

interface StatementApi extends Pick<OperatorContext, 'statementFiles'> {
  readonly previews: Previews;
}

/** Banks' files: shown before they are read, and read. */
export function openStatements({ lookout, warns, ...core }: Core): Capability<StatementApi> {
  const imports = createStatementImportWorker({
    ...core,
    reader: new BankFileThread(),
    lease: randomUUID(),
    failed: warns('a bank statement will be read on'),
  });
  return {
    api: { statementFiles: new StatementFiles(core.pool), previews: new Previews(core.pool, core.clock) },
    loops: [lookout.wakes(imports, 'imports')],
  };
}

/** Shows people how their banks' files would be read, in a thread that all of them share. What a maker looks at, the maker pays for. */
class Previews {
  readonly #pool: pg.Pool;
  readonly #clock: () => Instant;
  readonly #thread = new BankFileThread();

  constructor(pool: pg.Pool, clock: () => Instant) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Fifty at once wait for each other, so that each knows what those before it have cost. */
  async read(actor: Actor, question: Omit<PreviewQuestion, 'kind'>): Promise<FilePreview> {
    const { makerId } = actor;
    return await this.#thread.inTurn(async () => {
      if (makerId !== null) {
        refuseSpent(actor, await orUnavailable(findReadingTime(this.#pool, makerId)), this.#clock());
      }
      try {
        return (await this.#thread.ask({ kind: 'preview', ...question }, 'preview')).preview;
      } finally {
        this.#thread.rest();
        const spentMs = this.#thread.takeSpentMs();
        if (makerId !== null) await addReadingTime(this.#pool, makerId, { spentMs, now: this.#clock() });
      }
    });
  }

  /** Ends what is read, and waits for those who asked. */
  async closeWith(askers: Promise<unknown>): Promise<void> {
    await this.#thread.closeWith(askers);
  }
}
