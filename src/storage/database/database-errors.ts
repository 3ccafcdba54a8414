import pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import { SecretBoxError } from '../secrets/secret-box.ts';
import { DatabaseError, type Failure } from './database-error.ts';

/** The driver's error with what it means. SQLSTATE is understood here and nowhere else. */
export function understandError(cause: unknown): DatabaseError {
  return new DatabaseError(classify(cause), cause);
}

const retriedStates = new Set([
  '23505', // unique_violation: somebody else wrote the same thing first
  '23514', // check_violation: the last guard against an overdrawn account
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

const busyStates = new Set([
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  'QK001', // sealed with a former master key: this process is about to follow a rotation
]);

const lostStates = new Set([
  '25006', // read_only_sql_transaction: a standby after failover
  '25P03', // idle_in_transaction_session_timeout: the server heard nothing from us, and ended the session
  '25P04', // transaction_timeout, where somebody has set one: the session ends as well
]);

/** 08: connection exceptions. 53: out of connections or disk. 57P: shutdown or crash. */
const lostClasses = ['08', '53', '57P'];

function classify(error: unknown): Failure {
  // The driver's own errors have no class of their own; the language's have, and those are mistakes in our encoding.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return 'defect';
  // Rows were read, but MASTER_KEY does not open them: the database is not away.
  if (error instanceof SecretBoxError) return 'defect';
  const state = sqlState(error);
  if (state === null) return 'connection';
  if (retriedStates.has(state)) return 'conflict';
  if (busyStates.has(state)) return 'busy';
  if (lostStates.has(state) || lostClasses.some((start) => state.startsWith(start))) return 'connection';
  return 'defect';
}

/** Only what the server says has one. The code of a broken socket can look the same: EPIPE has five capitals too. */
function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

/** A read that fails because the database is away is a clear refusal; anything else stays what it is. */
export async function orUnavailable<Value>(read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw classify(error) === 'defect' ? error : new AppError('database_unavailable');
  }
}
