/**
 * The settings of the service: the only reader of process.env. Every key has a default and a line in `.env.example`.
 * All faults are reported together, because mending them one restart at a time is a misery.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readArchiveAfter } from './config-archive.ts';
import { type DatabaseConfig, type EngineConfig, readEngineAndDatabase } from './config-database.ts';
import { type AuditHeadConfig, readAuditHead, readRecipients } from './config-evidence.ts';
import { readMasterKey, readPreviousMasterKeys } from './config-master-key.ts';
import { type OperatorLimits, readOperatorLimits } from './config-operator.ts';
import { type PeopleConfig, readPeople } from './config-people.ts';
import { readTrustedProxies, type TrustedProxies } from './config-proxies.ts';
import { type PublicInterfaceConfig, readPublicInterface, readReceiptLimits } from './config-public.ts';
import { type GivenSettings, readOtherKeys, unknownSettings } from './config-unknown.ts';
import {
  isSecretGiven,
  quote,
  readChoice,
  readInteger,
  readSecret,
  readSum,
  readText,
  readWebUrl,
  readWebUrls,
  type Settings,
} from './config-values.ts';
import type { Recipient } from './domain/age-recipient.ts';
import { cellMax } from './domain/cell.ts';
import { retryPausesMs } from './domain/delivery.ts';
import { type Mode, modes } from './domain/mode.ts';
import { rateJumpMaxBpsDefault } from './domain/rates.ts';
import type { ReceiptLimits } from './domain/receipt-room.ts';
import type { SecondPersonRules } from './domain/second-person.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface Config {
  readonly mode: Mode;
  /** Which of several installations behind one address this is; see `domain/cell.ts`. */
  readonly cell: number;
  readonly host: string;
  /** 0 means any free port, known once the server listens. */
  readonly port: number;
  /** Without a trailing slash. Null only in sandbox mode with port 0: then it is `localUrl` of the port obtained. */
  readonly publicUrl: string | null;
  /** More of them, under which clients may call it; links are made from the first alone. */
  readonly otherPublicUrls: readonly string[];
  readonly trustedProxies: TrustedProxies;
  readonly database: DatabaseConfig;
  /** Absolute. */
  readonly dataDir: string;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  /** Others that stored secrets may be sealed with: former ones, or the one to come. */
  readonly previousMasterKeys: readonly Buffer[];
  readonly logLevel: LogLevel;
  readonly engine: EngineConfig;
  /** Per API key; 0 means no limit. */
  readonly rateLimitPerSecond: number;
  readonly publicInterface: PublicInterfaceConfig;
  readonly operatorLimits: OperatorLimits;
  readonly requestTimeoutMs: number;
  /** Between a SIGTERM and the stop: for proxies to notice. */
  readonly drainMs: number;
  readonly shutdownTimeoutMs: number;
  readonly receiptLinkTtlMs: number;
  readonly receiptLimits: ReceiptLimits;
  /** How long ago something has ended when it moves into the archive. Null: nothing moves. */
  readonly archiveAfterMs: number | null;
  /** The shortest pause between two checks of the books. */
  readonly auditIntervalMs: number;
  /** Where the head of the audit log's chain is told, and how often. */
  readonly auditHead: AuditHeadConfig;
  /** Whom backups are encrypted for; empty: they are not. */
  readonly backupRecipients: readonly Recipient[];
  /** Which acts of one operator wait for another, and how long at least. */
  readonly secondPerson: SecondPersonRules;
  /** How far a rate may move at once, in basis points. */
  readonly rateJumpMaxBps: number;
  /** Sandbox only: the kopecks of an amount choose what happens to the invoice. */
  readonly playsFates: boolean;
  /** Requisites whose deals get paid get more of them; false: all take turns. */
  readonly isRotationWeighted: boolean;
  /** Null: receipts are files under `dataDir`. */
  readonly s3: S3Config | null;
  readonly notify: NotifyConfig;
  readonly people: PeopleConfig;
}

interface NotifyConfig {
  readonly timeoutMs: number;
  readonly connectionsPerReceiver: number;
  readonly inHandMax: number;
  readonly retryPausesMs: readonly number[];
  /** After how long without success a receiver is paused. */
  readonly pauseAfterMs: number;
  /** How long the delivery log is kept. */
  readonly logKeptMs: number;
  readonly allowsPrivate: boolean;
}

interface S3Config {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Empty, or ends with a slash, so that prefix + name is the whole object key. */
  readonly prefix: string;
}

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
  const mode = readMode(settings);
  const host = readHost(settings);
  const port = readInteger(settings, 'PORT', { fallback: 3000, min: 0, max: 65_535, unit: '0 takes any free port' });
  const config: Config = {
    mode,
    cell: readInteger(settings, 'CELL', { fallback: 0, min: 0, max: cellMax, unit: '0 is an installation alone' }),
    host,
    port,
    ...readPublicUrls(settings, { mode, host, port }),
    trustedProxies: readTrustedProxies(settings),
    ...readEngineAndDatabase(settings, mode),
    dataDir: resolve(readText(settings, 'DATA_DIR') ?? './data'),
    masterKey: readMasterKey(settings, mode),
    previousMasterKeys: readPreviousMasterKeys(settings),
    logLevel: readChoice(settings, 'LOG_LEVEL', logLevels, 'info'),
    rateLimitPerSecond: readInteger(settings, 'RATE_LIMIT_PER_SECOND', {
      fallback: mode === 'production' ? 500 : 0,
      min: 0,
      max: 1_000_000,
      unit: 'requests per second for each API key; 0 means no limit',
    }),
    publicInterface: readPublicInterface(settings, mode === 'production'),
    operatorLimits: readOperatorLimits(settings, mode === 'production'),
    ...readDurations(settings),
    receiptLimits: readReceiptLimits(settings),
    archiveAfterMs: readArchiveAfter(settings),
    auditHead: readAuditHead(settings),
    backupRecipients: readRecipients(settings),
    secondPerson: readSecondPerson(settings, mode),
    rateJumpMaxBps: readInteger(settings, 'RATE_JUMP_MAX_BPS', {
      fallback: rateJumpMaxBpsDefault,
      min: 1,
      max: 10_000,
      unit: 'basis points',
    }),
    isRotationWeighted: readChoice(settings, 'ROTATION', ['weighted', 'plain'], 'weighted') === 'weighted',
    playsFates: readChoice(settings, 'SANDBOX_FATES', ['on', 'off'], 'on') === 'on' && mode === 'sandbox',
    s3: readS3(settings),
    notify: readNotify(settings, mode),
    people: readPeople(settings),
  };
  const otherKeys = readOtherKeys(settings);
  if (given !== null) settings.faults.push(...unknownSettings(given, settings.names, otherKeys));
  if (settings.faults.length > 0) throw new ConfigError(settings.faults);
  return config;
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

/** The address under which a browser on the same machine reaches a server that listens on this host and port. */
export function localUrl(host: string, port: number): string {
  // A server may listen on "every address", but nobody can call that.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
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

function readHost(settings: Settings): string {
  const host = readText(settings, 'HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && !/^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/i.test(host)) {
    settings.faults.push(
      `HOST is ${quote(host)}; give an IP address or a host name, without scheme, brackets or port.`,
    );
  }
  return host;
}

function readPublicUrls(
  settings: Settings,
  { mode, host, port }: Pick<Config, 'mode' | 'host' | 'port'>,
): Pick<Config, 'publicUrl' | 'otherPublicUrls'> {
  const [publicUrl, ...otherPublicUrls] = readWebUrls(settings, 'PUBLIC_URL', 'https://pay.example.com');
  if (publicUrl !== undefined) return { publicUrl, otherPublicUrls };
  if (mode === 'production' && readText(settings, 'PUBLIC_URL') === null) {
    settings.faults.push(
      'PUBLIC_URL is missing; production mode needs the URL under which merchants and payers reach the service, ' +
        'such as https://pay.example.com.',
    );
  }
  return { publicUrl: port === 0 ? null : localUrl(host, port), otherPublicUrls: [] };
}

function readDurations(settings: Settings) {
  const unit = 'milliseconds';
  return {
    // Long enough for a 10 MB receipt from a phone with a poor signal, at about 1.5 Mbit/s.
    requestTimeoutMs: readInteger(settings, 'REQUEST_TIMEOUT_MS', { fallback: 60_000, min: 1000, max: 600_000, unit }),
    drainMs: readInteger(settings, 'DRAIN_MS', { fallback: 0, min: 0, max: 600_000, unit }),
    shutdownTimeoutMs: readInteger(settings, 'SHUTDOWN_TIMEOUT_MS', { fallback: 10_000, min: 0, max: 600_000, unit }),
    auditIntervalMs: readInteger(settings, 'AUDIT_INTERVAL_MS', { fallback: 60_000, min: 1000, max: 86_400_000, unit }),
    // At most as long as S3 signs a link for.
    receiptLinkTtlMs: readInteger(settings, 'RECEIPT_LINK_TTL_MS', {
      fallback: 3_600_000,
      min: 1000,
      max: 7 * 24 * 3_600_000,
      unit,
    }),
  };
}

const hourMs = 3_600_000;

function readSecondPerson(settings: Settings, mode: Mode): SecondPersonRules {
  // Everybody knows the passwords of the sandbox: a second person would protect nothing there.
  const fallback = mode === 'production' ? 'on' : 'off';
  return {
    isOn: readChoice(settings, 'SECOND_PERSON', ['on', 'off'], fallback) === 'on',
    delayMs: readInteger(settings, 'SECOND_PERSON_DELAY_MS', {
      fallback: hourMs,
      min: 0,
      max: 7 * 24 * hourMs,
      unit: 'milliseconds',
    }),
    largeTopUpAbove: readSum(settings, 'SECOND_PERSON_TOP_UP', '10000'),
  };
}

function readNotify(settings: Settings, mode: Mode): NotifyConfig {
  const hours = (key: string, fallback: number) =>
    readInteger(settings, key, { fallback, min: 1, max: 24 * 3650, unit: 'hours' }) * hourMs;
  const allowsPrivate = readChoice(settings, 'NOTIFY_PRIVATE', ['allowed', 'refused'], privateDefault[mode]);
  return {
    timeoutMs: readInteger(settings, 'NOTIFY_TIMEOUT_MS', {
      fallback: 10_000,
      min: 100,
      max: 60_000,
      unit: 'milliseconds',
    }),
    connectionsPerReceiver: readInteger(settings, 'NOTIFY_CONNECTIONS', {
      fallback: 16,
      min: 1,
      max: 256,
      unit: 'connections to one receiver',
    }),
    inHandMax: readInteger(settings, 'NOTIFY_IN_HAND_MAX', {
      fallback: 2000,
      min: 10,
      max: 100_000,
      unit: 'notifications',
    }),
    retryPausesMs: readPauses(settings, 'NOTIFY_RETRY_PAUSES_MS'),
    pauseAfterMs: hours('NOTIFY_PAUSE_AFTER_HOURS', 120),
    logKeptMs: hours('NOTIFY_LOG_HOURS', 30 * 24),
    allowsPrivate: allowsPrivate === 'allowed',
  };
}

const privateDefault = { sandbox: 'allowed', production: 'refused' } as const;

/** Milliseconds, separated by commas. */
function readPauses(settings: Settings, key: string): readonly number[] {
  const text = readText(settings, key);
  if (text === null) return retryPausesMs;
  const pauses = text.split(',').map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : Number.NaN));
  if (pauses.length <= 100 && !pauses.some(Number.isNaN)) return pauses;
  settings.faults.push(`${key} is ${quote(text)}; give up to 100 pauses in milliseconds, separated by commas.`);
  return retryPausesMs;
}

function readS3(settings: Settings): S3Config | null {
  const endpoint = readWebUrl(settings, 'S3_ENDPOINT', 'https://s3.eu-central-1.amazonaws.com');
  const bucket = readText(settings, 'S3_BUCKET');
  const accessKeyId = readText(settings, 'S3_ACCESS_KEY_ID');
  const secretAccessKey = readSecret(settings, 'S3_SECRET_ACCESS_KEY');
  const region = readText(settings, 'S3_REGION') ?? 'us-east-1';
  const prefix = readS3Prefix(settings);
  if (bucket !== null && !/^[a-z0-9][a-z0-9._-]{2,254}$/i.test(bucket)) {
    settings.faults.push(`S3_BUCKET is ${quote(bucket)}; give the bare name of the bucket.`);
  }
  const required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = required.filter((key) =>
    key === 'S3_SECRET_ACCESS_KEY' ? !isSecretGiven(settings, key) : readText(settings, key) === null,
  );
  if (missing.length > 0 && missing.length < required.length) {
    settings.faults.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing; for receipts in a bucket give all of ` +
        `${required.join(', ')}, or none of them to keep receipts under DATA_DIR.`,
    );
  }
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix };
}

function readS3Prefix(settings: Settings): string {
  const text = readText(settings, 'S3_PREFIX') ?? '';
  const segments = text.split('/').filter((segment) => segment !== '');
  // A dot segment would be resolved on the way and lead out of the prefix.
  if (segments.some((segment) => !/^[\w.-]+$/.test(segment) || segment === '.' || segment === '..')) {
    settings.faults.push(
      `S3_PREFIX is ${quote(text)}; give a path such as quittance/receipts of letters, digits, ".", "_", "-".`,
    );
  }
  return segments.map((segment) => `${segment}/`).join('');
}
