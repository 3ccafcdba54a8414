import type pg from 'pg';
import type { Command } from '../commands/command.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { type ByWhom, cliActor } from '../domain/people/audit.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { CatalogueHolder } from '../engine/catalogue-holder.ts';
import { Engine } from '../engine/engine.ts';
import { openSettings } from '../service/settings.ts';
import type { SettingAct } from '../settings/setting-act.ts';
import type { Settings } from '../settings/settings.ts';
import { BatchSession } from '../storage/batch/batch-session.ts';
import { createPool } from '../storage/database/connection.ts';
import { addressesOf, openDatabase } from '../storage/database/database.ts';
import { hasCluster } from '../storage/embedded/cluster.ts';
import { findRunningServer } from '../storage/embedded/running.ts';
import { type Addresses, prepareSchema } from '../storage/installation/migrate.ts';
import { keepMode } from '../storage/installation/mode.ts';
import { readCatalogue } from '../storage/reads/catalogue-read.ts';
import type { ReceiptStore } from '../storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../storage/receipts/receipts-files.ts';
import { openS3ReceiptStore } from '../storage/receipts/receipts-s3.ts';
import { readKeysInUse } from '../storage/secrets/master-keys.ts';
import { SecretBox } from '../storage/secrets/secret-box.ts';
import { SandboxClock } from '../storage/settings/sandbox/sandbox-clock.ts';
import { type CliCall, UsageError } from './command-line.ts';

/** What a command works with: the service's own settings and database, whether the service runs or not. */
export interface CliSession {
  readonly config: Config;
  readonly addresses: Addresses;
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
}

/** What a command does about a database that is not there: the first ones of a new service make it. */
type IfNone = 'refuse' | 'create';

/** For commands that use the newest schema: brings the database to it first. One of the other mode is refused. */
export async function withDatabase<Value>(
  call: Pick<CliCall, 'progress'>,
  work: (session: CliSession) => Promise<Value>,
  ifNone: IfNone = 'refuse',
): Promise<Value> {
  return await withAnyDatabase(
    call,
    async (session) => {
      await prepareSchema(session.addresses);
      await keepMode(session.pool, session.config.mode);
      await sealWithCurrent(session);
      return await work(session);
    },
    ifNone,
  );
}

/** For commands that look at the schema themselves. A server that was started for the command is stopped after it. */
export async function withAnyDatabase<Value>(
  { progress }: Pick<CliCall, 'progress'>,
  work: (session: CliSession) => Promise<Value>,
  ifNone: IfNone = 'refuse',
): Promise<Value> {
  const config = loadConfig();
  const server = await reachServer(config, progress, ifNone);
  const pool = createPool(server.addresses.url, commandConnectionsMax);
  const stop = async () => {
    await pool.end();
    await server.stop();
  };
  // Without this a server started here would be left alone by Ctrl-C.
  const interrupted = () => void stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work({
      config,
      addresses: server.addresses,
      pool,
      secrets: new SecretBox(config.masterKey, config.previousMasterKeys),
    });
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await stop();
  }
}

const commandConnectionsMax = 4;

/** A command beside a service that has another key current seals with that one, if it has it. */
async function sealWithCurrent({ pool, secrets }: CliSession): Promise<void> {
  const { current } = await readKeysInUse(pool, null);
  if (current !== null && secrets.keyIds.includes(current)) secrets.sealWith(current);
}

async function reachServer(
  { database: { url, ownerUrl }, dataDir }: Config,
  progress: (text: string) => void,
  ifNone: IfNone,
): Promise<{ readonly addresses: Addresses; stop(): Promise<void> }> {
  const running = url === null ? await findRunningServer(dataDir) : null;
  if (running !== null) return { addresses: running, stop: async () => undefined };
  if (url === null && !hasCluster(dataDir)) {
    if (ifNone === 'refuse') throw new UsageError(noDatabase(dataDir));
    progress(`A new database is made in ${dataDir}.`);
  }
  const database = await openDatabase({ url, ownerUrl, dataDir, log: progress });
  return { addresses: addressesOf(database), stop: () => database.stop() };
}

/** Somebody in the wrong folder must not work on a new, empty sandbox without noticing. */
function noDatabase(dataDir: string): string {
  return (
    `There is no database in ${dataDir}, and DATABASE_URL is not set. Run this in the folder of your .env file, or set ` +
    'DATA_DIR or DATABASE_URL. "quittance serve" and "quittance setup" make a new one.'
  );
}

/** Money moves through the engine alone, here too: the same locks, the same rules, the same audit log. */
export async function submit<Result>(
  session: CliSession,
  command: (catalogue: Catalogue) => Command<Result>,
): Promise<Result> {
  const one = { lanes: 1, batchMax: 1, queueMax: 1 };
  return await withEngine(session, one, ({ engine, catalogue }) => engine.submit(command(catalogue())));
}

interface CliEngine {
  readonly engine: Engine;
  readonly catalogue: () => Catalogue;
  readonly clock: () => number;
}

export async function withEngine<Value>(
  session: CliSession,
  size: { readonly lanes: number; readonly batchMax: number; readonly queueMax: number },
  work: (parts: CliEngine) => Promise<Value>,
): Promise<Value> {
  const holder = await CatalogueHolder.open(() => readCatalogue(session.pool, session.secrets));
  const time = new SandboxClock(Date.now);
  if (session.config.mode === 'sandbox') await time.refresh(session.pool);
  const engine = new Engine({
    ...size,
    connect: () => BatchSession.open(session.addresses.url),
    catalogue: holder,
    clock: time.now,
    // A command has not checked the books: money may come in through it, and none goes out.
    moneyOut: { isOpen: false },
  });
  await engine.start();
  try {
    return await work({ engine, catalogue: () => holder.current, clock: time.now });
  } finally {
    await engine.stop();
  }
}

/** Settings change as they do in the service, which hears of it by itself. */
export function settingsOf({ pool, secrets, config }: CliSession): Settings {
  return openSettings(config, { pool, secrets });
}

/** One act on settings, and nothing else, in the name of the command line. */
export async function runAct<Input, Drawn, Rows, Change, Result>(
  call: CliCall,
  act: SettingAct<Input, Drawn, Rows, Change, Result>,
  input: Input,
): Promise<Result> {
  return await withDatabase(call, (session) => settingsOf(session).run(act, input, byCli(call)));
}

export async function openCatalogue(session: CliSession): Promise<Catalogue> {
  return await readCatalogue(session.pool, session.secrets);
}

export async function openReceipts({ config: { dataDir, s3 } }: CliSession): Promise<ReceiptStore> {
  const now = Date.now;
  return s3 === null ? await openFileReceiptStore({ dataDir, now }) : await openS3ReceiptStore({ dataDir, now, s3 });
}

/** How the audit log knows what was done here. */
export function byCli(call: CliCall): ByWhom {
  return { actor: cliActor, reason: textOption(call, 'reason') ?? 'command line', at: Date.now() };
}

export const reasonOption = { reason: { value: 'text', text: 'why; kept in the audit log' } } as const;

export function textOption(call: CliCall, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** One of these, to the letter: what is mistyped must not count as absent. */
export function choiceOption<Choice extends string>(
  call: CliCall,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textOption(call, name);
  const choice = choices.find((one) => one === text);
  if (text !== undefined && choice === undefined) {
    throw new UsageError(`--${name} is "${text}"; give ${choices.join(' or ')}.`);
  }
  return choice;
}

export function numberOption(call: CliCall, name: string): number | undefined {
  const text = textOption(call, name);
  return text === undefined ? undefined : wholeNumber(text, `--${name}`);
}

/** Nothing at all is a figure, too; the bounds are the act's. */
export function figureOption(call: CliCall, name: string): number | undefined {
  return textOption(call, name) === '0' ? 0 : numberOption(call, name);
}

export function wholeNumber(text: string, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${what} is "${text}"; give a whole number.`);
  return Number(text);
}
