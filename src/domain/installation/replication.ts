/** What the server says of its standbys. Who may not see more knows how many there are, and what the server waits for. */
export interface ReplicationReport {
  readonly replicas: number;
  /** Whether a commit waits for at least one of them. */
  readonly isSynchronous: boolean;
}

/** `none`: one server alone. `asynchronous`: a failover to a standby would lose the last commits. */
type ReplicationState = 'none' | 'synchronous' | 'asynchronous';

export function replicationState({ replicas, isSynchronous }: ReplicationReport): ReplicationState {
  if (replicas === 0) return 'none';
  return isSynchronous ? 'synchronous' : 'asynchronous';
}

/** Null where there is nothing to say. */
export function replicationWarning(report: ReplicationReport): string | null {
  if (replicationState(report) !== 'asynchronous') return null;
  return (
    `PostgreSQL has ${report.replicas} standby server${report.replicas === 1 ? '' : 's'}, and none is synchronous: a failover ` +
    'would lose what was acknowledged last. Make one synchronous: docs/fleet.md, "Three database servers".'
  );
}
