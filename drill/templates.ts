/**
 * How a drill may differ from the files of deploy/fleet/: each variant changes a line of the copy that the drill uses, and fails
 * when that line is no longer there.
 */
export interface Variant {
  /** The service goes through PgBouncer in session mode, and the server is in Moscow's time zone. */
  readonly isPooled: boolean;
  /** Connections to a node that is primary no more are not cut. */
  readonly keepsSessions: boolean;
  /** No standby has to have a commit before it is acknowledged. */
  readonly isAsynchronous: boolean;
}

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export function editsOf({ isPooled, keepsSessions, isAsynchronous }: Variant): readonly Edit[] {
  const edits: Edit[] = [];
  if (isPooled) edits.push({ file: 'patroni.yml', from: 'timezone: UTC', to: 'timezone: Europe/Moscow' });
  if (keepsSessions) edits.push({ file: 'haproxy.cfg', from: ' on-marked-down shutdown-sessions', to: '' });
  if (isAsynchronous) {
    edits.push(
      { file: 'patroni.yml', from: 'synchronous_mode: true', to: 'synchronous_mode: false' },
      { file: 'patroni.yml', from: 'synchronous_mode_strict: true', to: 'synchronous_mode_strict: false' },
      // The tail to be lost must not keep the others from taking over.
      {
        file: 'patroni.yml',
        from: 'maximum_lag_on_failover: 1048576',
        to: 'maximum_lag_on_failover: 1073741824',
      },
    );
  }
  return edits;
}

/** A template as this drill uses it. */
export function edited(file: string, text: string, edits: readonly Edit[]): string {
  let changed = text;
  for (const edit of edits) {
    if (edit.file !== file) continue;
    if (changed.split(edit.from).length !== 2) throw new Error(`${file} does not say "${edit.from}" once any more`);
    changed = changed.replace(edit.from, edit.to);
  }
  return changed;
}
