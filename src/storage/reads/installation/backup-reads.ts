import type pg from 'pg';

interface BackupTimes {
  /** When the last good one was written; null: never. */
  readonly goodAt: number | null;
  /** When the last one failed; null: never. */
  readonly failedAt: number | null;
}

/** Of what the command line has written down; backups by other programs are not known here. */
export async function readBackupTimes(pool: pg.Pool): Promise<BackupTimes> {
  const { rows } = await pool.query({
    name: 'read-backup-times',
    text: `select max(at) filter (where action = 'record-backup') as good_at,
        max(at) filter (where action = 'record-backup-failure') as failed_at
      from audit_log where subject_kind = 'backup'`,
  });
  return { goodAt: rows[0].good_at, failedAt: rows[0].failed_at };
}
