/** What became of a transaction that failed. */
export type Failure =
  /** A constraint or a lock stood in the way; alone, or tried again, the same command may well succeed. */
  | 'conflict'
  /** The server did not get to it in time: somebody holds a lock, or it is overloaded. Waiting again would take as long. */
  | 'busy'
  /** The connection is gone or the server is going away. */
  | 'connection'
  /** Our own mistake: a statement that can never work. */
  | 'defect';

/** An error of the database, with what it means. Whatever else a batch throws is a defect of ours. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly failure: Failure;

  constructor(failure: Failure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.failure = failure;
  }
}
