import type { Caller, RequestPlan } from './requests.ts';

/** What the bench tells the load generator, and what it hears back; both travel between processes. */
export interface LoadPlan {
  /** On the loopback address; the generator calls nothing else. */
  readonly port: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** At this pace, or as fast as the answers come. */
  readonly perSecond?: number;
  readonly requests: RequestPlan;
  readonly caller: Caller;
}

export interface LoadResult {
  /** Answers by status over the whole run, warm-up and drain included. */
  readonly answers: Readonly<Record<string, number>>;
  /** Answers within the timed window, and how long that was: shorter than planned when the requests ran out. */
  readonly measured: number;
  readonly measuredSeconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type LoadMessage =
  | { readonly kind: 'measuring' }
  | { readonly kind: 'result'; readonly result: LoadResult }
  | { readonly kind: 'failed'; readonly reason: string };
