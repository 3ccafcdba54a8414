import { loadConfig } from '../config/config.ts';
import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import { lifeWeights } from '../world/lives.ts';
import { newReport, runWorld, type WorldOptions, type WorldReport } from '../world/world.ts';
import { type CliCall, type CliCommand, table, UsageError } from './command-line.ts';
import { numberOption, textOption } from './session.ts';

const progressEveryMs = 5_000;
const paceMax = 1_000;

const start: CliCommand = {
  name: 'world start',
  summary: 'Let payers, makers and a merchant act on a running sandbox, until Ctrl-C',
  notes: `The console, your receiver and the reports see life: invoices that are paid, late, short, over, twice, to the wrong
requisite, with a fake receipt, or not at all; payouts that makers pay; arrivals and disputes that wait for a person.
It works over HTTP with a shop of its own, "World Shop", and refuses to work on a production service.`,
  options: {
    url: { value: 'url', text: 'the service; the one on this machine when absent' },
    pace: { value: 'number', text: 'how many times faster than life, such as 10x; 1x when absent' },
    seed: { value: 'number', text: 'the same seed makes the same choices; chosen by the clock when absent' },
    count: { value: 'number', text: 'end after so many invoices' },
    notify: { value: 'url', text: 'where notifications of its invoices go; nowhere when absent' },
    login: { value: 'text', text: "an operator's; the sandbox's own when absent" },
    password: { value: 'text', text: "the operator's" },
    secret: { value: 'text', text: "of merchant 1; the sandbox's own when absent" },
  },
  async run(call) {
    const stop = new AbortController();
    const interrupted = () => stop.abort();
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    const options = readOptions(call, stop.signal);
    const report = newReport();
    call.progress(`A world at ${options.pace}x on ${options.url}, seed ${options.seed}. Ctrl-C ends it.`);
    const timer = setInterval(() => call.progress(progressLine(report)), progressEveryMs);
    try {
      await runWorld(options, report);
    } catch (error) {
      if (!stop.signal.aborted) throw new Error(asReason(error, options.url), { cause: error });
    } finally {
      clearInterval(timer);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    }
    return {
      text: summary(report, options.seed),
      data: { seed: options.seed, ...report, outcomes: asObject(report) },
      exitCode: report.failed === 0 ? 0 : 1,
    };
  },
};

export const worldCommands: readonly CliCommand[] = [start];

function readOptions(call: CliCall, signal: AbortSignal): WorldOptions {
  const { operator } = demoSecrets.people;
  const url = textOption(call, 'url') ?? `http://127.0.0.1:${loadConfig().port}`;
  if (!/^https?:\/\//.test(url)) throw new UsageError(`--url is "${url}"; give an http or https URL.`);
  return {
    url: url.replace(/\/+$/, ''),
    operator: {
      login: textOption(call, 'login') ?? operator.login,
      password: textOption(call, 'password') ?? operator.password,
    },
    secret: textOption(call, 'secret') ?? demoSecrets.merchantSecret,
    pace: readPace(textOption(call, 'pace') ?? '1x'),
    seed: numberOption(call, 'seed') ?? Date.now() % 1_000_000_000,
    livesMax: numberOption(call, 'count') ?? Number.POSITIVE_INFINITY,
    notificationUrl: textOption(call, 'notify') ?? '',
    signal,
  };
}

function readPace(text: string): number {
  const [, digits] = /^(\d{1,4}(?:\.\d{1,3})?)x?$/.exec(text) ?? [];
  const pace = Number(digits);
  if (!(pace > 0 && pace <= paceMax))
    throw new UsageError(`--pace is "${text}"; give one up to ${paceMax}x, such as 10x.`);
  return pace;
}

/** `fetch failed` alone helps nobody. */
function asReason(error: unknown, url: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === 'fetch failed'
    ? `No service answers at ${url}. Start one with "npm start", or give --url.`
    : message;
}

function progressLine({ begun, inHand, failed, outcomes }: WorldReport): string {
  const counts = new Map<string, number>();
  for (const statuses of outcomes.values()) {
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const parts = [...counts].sort().map(([status, count]) => `${status} ${count}`);
  return [`begun ${begun}`, `in hand ${inHand}`, ...parts, ...(failed > 0 ? [`failed ${failed}`] : [])].join('  ');
}

function summary(report: WorldReport, seed: number): string {
  const statuses = [...new Set([...report.outcomes.values()].flatMap((counts) => [...counts.keys()]))].sort();
  const rows = Object.keys(lifeWeights).map((kind) => {
    const counts = report.outcomes.get(kind as keyof typeof lifeWeights);
    return [kind, ...statuses.map((status) => String(counts?.get(status) ?? ''))];
  });
  const failure =
    report.firstFailure === null ? '' : `\n${report.failed} failed, the first with: ${report.firstFailure}\n`;
  return `${table([['', ...statuses], ...rows])}\n${failure}\nSeed ${seed}, ${report.begun} begun.\n`;
}

function asObject({ outcomes }: WorldReport): object {
  return Object.fromEntries([...outcomes].map(([kind, counts]) => [kind, Object.fromEntries(counts)]));
}
