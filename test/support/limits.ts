import { availableParallelism, loadavg } from 'node:os';

/** What the tests themselves make of a machine, for each of its cores, when nothing else runs on it. */
const usualLoad = 5;

/**
 * How long tests wait for what happens by itself. What is tested is that it happens, not how fast this machine is today: beside
 * much else it takes longer. Otherwise it is less than the minute after which the service finds by itself what it was not told.
 */
export function patienceMs(): number {
  const [load = 0] = loadavg();
  // A signal takes no fraction of a millisecond.
  return Math.ceil(45_000 * Math.max(1, load / availableParallelism() / usualLoad));
}

/**
 * The address of a test's server. Sessions of services wait for connections and locks for as long as a statement may take: a machine that
 * stands still for seconds makes one of fifty at once wait that long, and the test is about what becomes of them, not about the clock.
 */
export function patientAddress(url: string): string {
  return `${url}&connect_timeout=60&options=-c%20lock_timeout%3D60s`;
}

/** When a test counts as one that hangs. A long one on a busy machine takes minutes, and that is no fault of it. */
export const hangsAfterMs = 600_000;

/** For programs that a test starts: a busy machine must not make a stop look as if something hung. */
export const patientStop = { SHUTDOWN_TIMEOUT_MS: '120000' } as const;
