import { archiveAfterDaysMin } from '../domain/archive/archive.ts';
import type { Mode } from '../domain/installation/mode.ts';
import {
  isSecretGiven,
  quote,
  readChoice,
  readInteger,
  readMilliseconds,
  readSecret,
  readText,
  type Settings,
} from './values.ts';

/** `url` null: the embedded server. `ownerUrl` null: the role of `url` is the only one. `replicaUrl` null: there is none. */
type DatabaseUrls = Readonly<Record<'url' | 'ownerUrl' | 'replicaUrl', string | null>>;

export function readEngineAndDatabase(settings: Settings, mode: Mode) {
  const engine = {
    lanes: readInteger(settings, 'ENGINE_LANES', { fallback: 2, min: 1, max: 16, unit: 'lanes' }),
    batchMax: readInteger(settings, 'ENGINE_BATCH_MAX', { fallback: 128, min: 1, max: 1000, unit: 'commands' }),
    queueMax: readInteger(settings, 'ENGINE_QUEUE_MAX', { fallback: 10_000, min: 1, max: 1_000_000, unit: 'commands' }),
  };
  const poolMax = readInteger(settings, 'DATABASE_POOL_MAX', { fallback: 20, min: 2, max: 1000, unit: 'connections' });
  // Each lane keeps a connection busy under load. Reads and workers need at least one besides, or they starve.
  if (poolMax <= engine.lanes) {
    settings.faults.push(
      `DATABASE_POOL_MAX is ${poolMax}, but ENGINE_LANES is ${engine.lanes}; ` +
        `give at least ${engine.lanes + 1} connections, or fewer lanes.`,
    );
  }
  const replicaLagMaxMs = readMilliseconds(settings, 'DATABASE_REPLICA_LAG_MAX_MS', 30_000, [0, 3_600_000]);
  return { engine, database: { ...readDatabaseUrls(settings, mode), replicaLagMaxMs, poolMax } };
}

function readDatabaseUrls(settings: Settings, mode: Mode): DatabaseUrls {
  const url = readDatabaseUrl(settings, 'DATABASE_URL', 'leave it empty for the embedded server');
  requireOneServer(settings, mode);
  const ownerUrl = readDatabaseUrl(settings, 'DATABASE_OWNER_URL', 'leave it empty');
  if (ownerUrl !== null && !isSecretGiven(settings, 'DATABASE_URL')) {
    settings.faults.push(
      'DATABASE_OWNER_URL is set and DATABASE_URL is not; give the role that the service works under as DATABASE_URL. ' +
        'The embedded server needs neither.',
    );
  }
  const replicaUrl = readDatabaseUrl(settings, 'DATABASE_REPLICA_URL', 'leave it empty');
  if (replicaUrl !== null && !isSecretGiven(settings, 'DATABASE_URL')) {
    settings.faults.push(
      'DATABASE_REPLICA_URL is set and DATABASE_URL is not; a replica follows the server that DATABASE_URL names. ' +
        'The embedded server has none.',
    );
  }
  return { url, ownerUrl, replicaUrl: replicaUrl === null ? null : wantingStandby(replicaUrl) };
}

/** A new, empty database must not stand in for one whose address was lost on the way, such as by a misspelt key. */
function requireOneServer(settings: Settings, mode: Mode): void {
  readChoice(settings, 'DATABASE', ['embedded'], 'embedded');
  const isEmbedded = readText(settings, 'DATABASE') !== null;
  const isElsewhere = isSecretGiven(settings, 'DATABASE_URL');
  if (isEmbedded && isElsewhere) {
    settings.faults.push('DATABASE is embedded and DATABASE_URL is set; give one of them.');
  }
  if (mode === 'production' && !isEmbedded && !isElsewhere) {
    settings.faults.push(
      'DATABASE_URL is missing; production mode needs it, or DATABASE=embedded for the embedded server under DATA_DIR.',
    );
  }
}

/** Of several servers that can be replicas, one that is; not the one that can be written to, as it is elsewhere. */
function wantingStandby(url: string): string {
  const isOfSeveral =
    /^[^/]*\/\/(?:[^@/?]*@)?[^@/?]*,[^@/?]*(?:[/?].*)?$/.test(url) || /[?&]host=[^&]*(?:,|%2C)/i.test(url);
  if (!isOfSeveral || /[?&]target_session_attrs=/.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=standby`;
}

function readDatabaseUrl(settings: Settings, key: string, otherwise: string): string | null {
  const url = readSecret(settings, key);
  if (url === null) return null;
  // The driver allows an empty host (a Unix socket) after the credentials; the URL standard does not.
  // Several hosts, as libpq writes them, are no URL either: each of them has to be one.
  const parses = URL.canParse(url.replace('@/', '@socket/').replace(/^([^/]*\/\/(?:[^@/?]*@)?[^,/?]*),[^/?]*/, '$1'));
  // The value is not quoted: it holds a password.
  if (!/^postgres(?:ql)?:\/\//.test(url) || !parses) {
    settings.faults.push(
      `${key} is not a PostgreSQL address; write it as postgres://user:password@host:5432/database ` +
        `(special characters of the password percent-encoded), or ${otherwise}.`,
    );
  }
  return url;
}

const daysMax = 36_500;
const dayMs = 86_400_000;

/** How long ago something has ended when it moves into the archive. Null: nothing moves. */
export function readArchiveAfter(settings: Settings): number | null {
  const text = readText(settings, 'ARCHIVE_AFTER_DAYS');
  if (text === null || text === '0') return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= archiveAfterDaysMin && days <= daysMax) return days * dayMs;
  settings.faults.push(
    `ARCHIVE_AFTER_DAYS is ${quote(text)}; give whole days from ${archiveAfterDaysMin} to ${daysMax}, or 0 to move nothing.`,
  );
  return null;
}
