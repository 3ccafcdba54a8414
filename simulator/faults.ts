import type { Instant } from '../src/domain/text/timestamp.ts';
import type { FaultPoint } from './fault-points.ts';

/**
 * What goes wrong, and when. All faults of a world are planned before it begins, like the births of its invoices, so that a
 * history can be told again with some of them left out.
 */
export type Fault =
  /** The process dies between two steps of a batch. Its other batches die with it. */
  | { readonly kind: 'crash'; readonly process: number; readonly point: FaultPoint; readonly downMs: number }
  /** The connection breaks; behind the commit, the outcome is unknown to the caller. */
  | { readonly kind: 'connection lost'; readonly process: number; readonly point: FaultPoint }
  /** The database does not get to it in time. */
  | { readonly kind: 'database busy'; readonly process: number; readonly point: FaultPoint }
  /** A process' clock goes wrong, forward or back, for a while. */
  | { readonly kind: 'clock jump'; readonly process: number; readonly byMs: number; readonly forMs: number }
  /** A merchant's receiver of notifications is away for a while. */
  | { readonly kind: 'receiver outage'; readonly storeId: number; readonly forMs: number }
  /** Answers get lost on the way back for a while; the callers repeat. */
  | { readonly kind: 'network trouble'; readonly forMs: number }
  /** Who reads a bank's file dies before it has heard of all that it asked for, or before it has written down what became of it. */
  | { readonly kind: 'reader dies'; readonly at: 'recording' | 'recorded' }
  /** For a while so few transfers of a sum are compared with the lines of a file that there are more. */
  | { readonly kind: 'look cut'; readonly alikeMax: number; readonly forMs: number };

export type FaultKind = Fault['kind'];

export interface PlannedFault {
  readonly at: Instant;
  readonly fault: Fault;
}
