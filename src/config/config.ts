/**
 * The settings of the service: the only reader of process.env. Every key has a default and a line in `.env.example`.
 * All faults are reported together, because mending them one restart at a time is a misery.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { SecondPersonRules } from '../domain/authority/second-person.ts';
import { cellMax } from '../domain/installation/cell.ts';
import { type Mode, modes } from '../domain/installation/mode.ts';
import { rateJumpMaxBpsDefault } from '../domain/rates/rates.ts';
import { readAddress } from './address.ts';
import { readArchiveAfter, readEngineAndDatabase } from './database.ts';
import { readAuditHead, readRecipients } from './evidence.ts';
import { readLimits } from './limits.ts';
import { readMasterKey, readPreviousMasterKeys } from './master-keys.ts';
import { readNotify } from './notifications.ts';
import { readPeople } from './people.ts';
import { readReceipts } from './receipts.ts';
import { type GivenSettings, readOtherKeys, unknownSettings } from './unknown.ts';
import {
  isSecretGiven,
  readChoice,
  readInteger,
  readMilliseconds,
  readSum,
  readText,
  type Settings,
} from './values.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Config = Readonly<ReturnType<typeof readAll>>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The service cannot start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\n` +
        'Each setting is explained in docs/config.md, which comes with the program.',
    );
    this.faults = faults;
  }
}

/** The settings of this process: its environment, and under it the `.env` file of the working directory. */
export function loadConfig(directory: string = process.cwd()): Config {
  const file = loadEnvFile(directory);
  return readConfig({ ...file, ...process.env }, { file, environment: process.env });
}

/** `given` says where they come from: an unknown setting there is a fault as well. */
export function readConfig(env: NodeJS.ProcessEnv, given: GivenSettings | null = null): Config {
  const settings: Settings = { env, faults: [], names: new Set() };
  const config = readAll(settings);
  const otherKeys = readOtherKeys(settings);
  if (given !== null) settings.faults.push(...unknownSettings(given, settings.names, otherKeys));
  if (settings.faults.length > 0) throw new ConfigError(settings.faults);
  return config;
}

/** Faults are reported in this order. */
function readAll(settings: Settings) {
  const mode = readMode(settings);
  const isProduction = mode === 'production';
  const rateJump = { fallback: rateJumpMaxBpsDefault, min: 1, max: 10_000, unit: 'basis points' };
  return {
    mode,
    ...readAddress(settings, mode),
    /** Which of several installations behind one address this is; see `domain/cell.ts`. */
    cell: readInteger(settings, 'CELL', { fallback: 0, min: 0, max: cellMax, unit: '0 is an installation alone' }),
    ...readEngineAndDatabase(settings, mode),
    /** Absolute. */
    dataDir: resolve(readText(settings, 'DATA_DIR') ?? './data'),
    /** 32 bytes. */
    masterKey: readMasterKey(settings, mode),
    /** Others that stored secrets may be sealed with: former ones, or the one to come. */
    previousMasterKeys: readPreviousMasterKeys(settings),
    logLevel: readChoice(settings, 'LOG_LEVEL', logLevels, 'info'),
    ...readLimits(settings, isProduction),
    // Long enough for a 10 MB receipt from a phone with a poor signal, at about 1.5 Mbit/s.
    requestTimeoutMs: readMilliseconds(settings, 'REQUEST_TIMEOUT_MS', 60_000, [1000, 600_000]),
    /** Between a SIGTERM and the stop: for proxies to notice. */
    drainMs: readMilliseconds(settings, 'DRAIN_MS', 0, [0, 600_000]),
    shutdownTimeoutMs: readMilliseconds(settings, 'SHUTDOWN_TIMEOUT_MS', 10_000, [0, 600_000]),
    ...readReceipts(settings),
    archiveAfterMs: readArchiveAfter(settings),
    /** The shortest pause between two checks of the books. */
    auditIntervalMs: readMilliseconds(settings, 'AUDIT_INTERVAL_MS', 60_000, [1000, 86_400_000]),
    auditHead: readAuditHead(settings),
    /** Whom backups are encrypted for; empty: they are not. */
    backupRecipients: readRecipients(settings),
    secondPerson: readSecondPerson(settings, isProduction),
    /** How far a rate may move at once. */
    rateJumpMaxBps: readInteger(settings, 'RATE_JUMP_MAX_BPS', rateJump),
    /** Requisites whose deals get paid get more of them; false: all take turns. */
    isRotationWeighted: readChoice(settings, 'ROTATION', ['weighted', 'plain'], 'weighted') === 'weighted',
    /** Sandbox only: the kopecks of an amount choose what happens to the invoice. */
    playsFates: readChoice(settings, 'SANDBOX_FATES', ['on', 'off'], 'on') === 'on' && mode === 'sandbox',
    notify: readNotify(settings, mode),
    people: readPeople(settings),
  };
}

/** The values of the directory's `.env` file; none where there is no such file. */
export function loadEnvFile(directory: string): NodeJS.ProcessEnv {
  const path = join(directory, '.env');
  try {
    return parseEnv(readFileSync(path, 'utf8')) as NodeJS.ProcessEnv;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === 'ENOENT') return {};
    throw new ConfigError([`The file ${path} cannot be read (${code}); make it a readable file or remove it.`]);
  }
}

/** A sandbox is what somebody tries out; where the settings look like more than that, it has to be said. */
function readMode(settings: Settings): Mode {
  const mode = readChoice(settings, 'QUITTANCE_MODE', modes, 'sandbox');
  const isHttps = /(?:^|,)\s*https:/i.test(readText(settings, 'PUBLIC_URL') ?? '');
  const sign = isSecretGiven(settings, 'DATABASE_URL') ? 'DATABASE_URL' : isHttps ? 'an https PUBLIC_URL' : null;
  if (sign !== null && readText(settings, 'QUITTANCE_MODE') === null) {
    settings.faults.push(
      `QUITTANCE_MODE is missing; with ${sign} say which it is: production, or sandbox, which pays invoices by itself and ` +
        'has passwords that everybody knows.',
    );
  }
  return mode;
}

/** Which acts of one operator wait for another, and how long at least. */
function readSecondPerson(settings: Settings, isProduction: boolean): SecondPersonRules {
  // Everybody knows the passwords of the sandbox: a second person would protect nothing there.
  const fallback = isProduction ? 'on' : 'off';
  return {
    isOn: readChoice(settings, 'SECOND_PERSON', ['on', 'off'], fallback) === 'on',
    delayMs: readMilliseconds(settings, 'SECOND_PERSON_DELAY_MS', 3_600_000, [0, 7 * 24 * 3_600_000]),
    largeTopUpAbove: readSum(settings, 'SECOND_PERSON_TOP_UP', '10000'),
  };
}
