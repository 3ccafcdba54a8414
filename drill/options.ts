import { parseArgs } from 'node:util';
import type { Variant } from './templates.ts';

export interface DrillOptions {
  readonly variant: Variant;
  /** Names of faults; empty: all that fit the variant. */
  readonly only: readonly string[];
  /** A commit or tag whose release the processes begin with, to be upgraded; null: this one from the beginning. */
  readonly from: string | null;
  /** The scratch folder stays, with every log. */
  readonly keepsFolder: boolean;
}

/** The fault that needs a release to come from. */
export const upgradeName = 'upgrade';

export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/** Null: somebody asked for help. */
export function readOptions(args: readonly string[], faultNames: readonly string[]): DrillOptions | null {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        pooled: { type: 'boolean' },
        'keep-sessions': { type: 'boolean' },
        asynchronous: { type: 'boolean' },
        only: { type: 'string' },
        from: { type: 'string' },
        keep: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
  if (values['help'] === true) return null;
  const only = String(values['only'] ?? '')
    .split(',')
    .filter((name) => name !== '');
  const unknown = only.filter((name) => !faultNames.includes(name));
  if (unknown.length > 0) {
    throw new OptionsError(`There is no fault called ${unknown.join(', ')}; there are ${faultNames.join(', ')}.`);
  }
  const variant = {
    isPooled: values['pooled'] === true,
    keepsSessions: values['keep-sessions'] === true,
    isAsynchronous: values['asynchronous'] === true,
  };
  const from = values['from'] === undefined ? null : String(values['from']);
  if (from === null && only.includes(upgradeName)) {
    throw new OptionsError('Say with --from which release is upgraded: a tag or a commit of this clone.');
  }
  return { variant, only, from, keepsFolder: values['keep'] === true };
}

export function helpText(faults: readonly { readonly name: string; readonly title: string }[]): string {
  const list = faults.map(({ name, title }) => `  ${name.padEnd(18)}${title}`).join('\n');
  return `npm run drill -- [options]

Runs a fleet on this machine from the files of deploy/fleet/ (three PostgreSQL under Patroni, three etcd, HAProxy, pgBackRest,
two processes of the service), puts it under a steady load, breaks one part after the other, and prints what each fault cost.
Everything is on loopback addresses and in a scratch folder. It takes less than six minutes, and Debian's or Ubuntu's
packages; without them it says which. Exit code 1 when an aim was missed.

  --pooled           the service goes through PgBouncer in session mode, the server's time zone is Europe/Moscow
  --keep-sessions    HAProxy does not cut connections to a former primary (no on-marked-down shutdown-sessions)
  --asynchronous     replication without a synchronous standby, and a failover that loses its tail: the service has to notice
  --from ref         both processes begin with the release of this tag or commit, and are upgraded under load
  --only a,b         only these faults
  --keep             keep the scratch folder, with the logs of all programs; it is kept after a failure anyway
  --help             this text

Faults, in their order:
${list}
`;
}
