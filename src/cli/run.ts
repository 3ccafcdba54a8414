import { AppError } from '../errors/app-error.ts';
import { archiveCommands } from './archive.ts';
import { backup, backupKey, restore } from './backups.ts';
import { bookCommands } from './book.ts';
import { catalogueCommands } from './catalogue.ts';
import { type CliCommand, commandHelp, overview, readCall, UsageError } from './command-line.ts';
import { disputeCommands } from './disputes.ts';
import { keyCommands } from './keys.ts';
import { listen } from './listen.ts';
import { makerCommands } from './makers.ts';
import { masterKeyCommands } from './master-key.ts';
import { migrateCommand } from './migrate.ts';
import { moneyStopCommands } from './money-stops.ts';
import { rateFeedCommands } from './rate-feeds.ts';
import { rateCommands } from './rates.ts';
import { refusalText } from './refusal-text.ts';
import { serveCommand } from './serve-command.ts';
import { setup } from './setup/setup.ts';
import { statementCommands } from './statements.ts';
import { storeCommands } from './stores.ts';
import { templateCommands } from './templates.ts';
import { tokenCommands } from './tokens.ts';
import { userCommands } from './users.ts';
import { verify } from './verify.ts';
import { worldCommands } from './world.ts';

const commands: readonly CliCommand[] = [
  serveCommand,
  listen,
  migrateCommand,
  setup,
  ...userCommands,
  ...tokenCommands,
  ...catalogueCommands,
  ...templateCommands,
  ...storeCommands,
  ...disputeCommands,
  ...keyCommands,
  ...makerCommands,
  ...statementCommands,
  ...rateCommands,
  ...rateFeedCommands,
  verify,
  ...moneyStopCommands,
  ...masterKeyCommands,
  ...bookCommands,
  ...archiveCommands,
  backup,
  restore,
  backupKey,
  ...worldCommands,
];

interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Exit codes: 0 done, 1 refused or failed, 2 mistyped. */
export async function runCli(args: readonly string[], { out, error }: Output): Promise<number> {
  const command = find(args);
  if (command === null) return showOverview(args, { out, error });
  const rest = args.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    out(commandHelp(command));
    return 0;
  }
  const asJson = rest.includes('--json');
  try {
    const call = readCall(command, rest);
    const result = await command.run({ ...call, progress: (text) => error(`${text}\n`) });
    out(asJson ? `${JSON.stringify(result.data, null, 2)}\n` : result.text);
    return result.exitCode ?? 0;
  } catch (failure) {
    if (asJson) out(`${JSON.stringify({ error: asData(failure) })}\n`);
    else error(`${asText(failure, command)}\n`);
    return failure instanceof UsageError ? 2 : 1;
  }
}

/** The longest name wins: `user create` before `user`. */
function find(args: readonly string[]): CliCommand | null {
  const named = commands.filter(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  return named.sort((left, right) => right.name.length - left.name.length)[0] ?? null;
}

function showOverview(args: readonly string[], { out, error }: Output): number {
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    out(overview(commands));
    return 0;
  }
  const near = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (near.length > 0 && (args[1] === undefined || args[1] === '--help')) {
    out(overview(near));
    return args[1] === undefined ? 2 : 0;
  }
  error(`There is no command "${args.join(' ')}".\n\n${overview(near.length > 0 ? near : commands)}`);
  return 2;
}

function asText(failure: unknown, { name }: CliCommand): string {
  if (failure instanceof UsageError) return `${failure.message} See "quittance ${name} --help".`;
  if (failure instanceof AppError) return refusalText(failure);
  return failure instanceof Error ? failure.message : String(failure);
}

function asData(failure: unknown): object {
  if (failure instanceof AppError) return { code: failure.code, message: failure.message, faults: failure.faults };
  return { code: failure instanceof UsageError ? 'usage' : 'failed', message: (failure as Error).message };
}
