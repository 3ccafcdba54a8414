/**
 * What is given and is no setting. Left unsaid, a misspelt key would leave its default standing: a production service came up
 * as a sandbox for want of one letter.
 */
import { quote, readText, type Settings } from './values.ts';

export interface GivenSettings {
  /** The `.env` file is the service's own: every unknown key in it is a fault. */
  readonly file: NodeJS.ProcessEnv;
  /** The environment has names of everybody: only what looks like one of ours is a fault. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Keys of other programs that somebody wants in both places. */
type OtherKeys = (name: string) => boolean;

/** Read by our own proxies, examples and SDKs; or the name of a file server's address, which is one letter from a mail server's. */
const usualOthers: ReadonlySet<string> = new Set([
  'QUITTANCE_API_KEY',
  'QUITTANCE_DOMAIN',
  'QUITTANCE_SECRET',
  'QUITTANCE_UPSTREAM',
  'QUITTANCE_URL',
  'SFTP_URL',
]);

export function readOtherKeys(settings: Settings): OtherKeys {
  const text = readText(settings, 'OTHER_KEYS') ?? '';
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.some((entry) => !/^\w+\*?$/.test(entry))) {
    settings.faults.push(
      `OTHER_KEYS is ${quote(text)}; give names or beginnings such as COMPOSE_*, separated by commas.`,
    );
  }
  return (name) =>
    usualOthers.has(name) ||
    entries.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
}

/** Values are never quoted: one of them may be a secret under a misspelt name. */
export function unknownSettings(
  { file, environment }: GivenSettings,
  known: ReadonlySet<string>,
  isOther: OtherKeys,
): readonly string[] {
  const unknown = (given: NodeJS.ProcessEnv) => Object.keys(given).filter((name) => !known.has(name) && !isOther(name));
  const ofFile = unknown(file).map((name) => faultOf(name, 'the .env file', nearest(name, known, nearInFile)));
  const ofEnvironment = unknown(environment).flatMap((name) => {
    const near = nearest(name, known, nearInEnvironment);
    const isOurs = /^quittance_/i.test(name) && !isServiceLink(name, environment[name] ?? '');
    return name in file || (near === null && !isOurs) ? [] : [faultOf(name, 'the environment', near)];
  });
  return [...ofFile, ...ofEnvironment];
}

function faultOf(name: string, place: string, near: string | null): string {
  const guess = near === null ? '.' : `; did you mean ${near}?`;
  return `${name} in ${place} is not a setting${guess} Correct or remove it, or name it in OTHER_KEYS if another program needs it.`;
}

/** Kubernetes gives every container the addresses of all services, under their names; ours is likely called `quittance`. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)/.test(name) || /^(?:tcp|udp|sctp):\/\//.test(value)
  );
}

/** So many letters may differ. Short names are near to everything. */
const nearInFile = (length: number) => (length < 6 ? 1 : 3);
const nearInEnvironment = (length: number) => (length < 8 ? -1 : length < 12 ? 1 : 2);

function nearest(name: string, known: ReadonlySet<string>, limit: (length: number) => number): string | null {
  const near = [...known]
    .filter((key) => Math.abs(key.length - name.length) <= limit(key.length))
    .map((key) => ({ key, distance: distanceOf(name.toUpperCase(), key) }))
    .filter(({ key, distance }) => distance <= limit(key.length))
    .sort((left, right) => left.distance - right.distance);
  return near[0]?.key ?? null;
}

/** Letters that are missing, too many, wrong, or have changed places with the next one. */
function distanceOf(left: string, right: string): number {
  let [before, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      next.push(isSwapped ? Math.min(cost, (before[column - 2] ?? 0) + 1) : cost);
    }
    [before, last] = [last, next];
  }
  return last[right.length] ?? 0;
}
