import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the machine. */
const tickMs = 10;

interface ProcessTime {
  readonly pid: number;
  readonly parentPid: number;
  /** Its own. */
  readonly ownMs: number;
  /** Of its children that have ended. */
  readonly endedMs: number;
}

/** Processor time of one process, user and system; null where the system does not tell. */
export async function readCpuMs(pid: number | undefined): Promise<number | null> {
  return pid === undefined ? null : ((await readTime(pid))?.ownMs ?? null);
}

/** Of a process and all that it has started, those that have ended included. NaN where the system does not tell. */
export async function readTreeMs(rootPid: number): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger);
  const times = (await Promise.all(pids.map(readTime))).filter((time) => time !== null);
  const members = new Set([rootPid]);
  for (let count = 0; count < members.size; ) {
    count = members.size;
    for (const { pid, parentPid } of times) if (members.has(parentPid)) members.add(pid);
  }
  const own = times.filter(({ pid }) => members.has(pid));
  return own.length === 0 ? Number.NaN : own.reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, 0);
}

async function readTime(pid: number): Promise<ProcessTime | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return null;
  // The program's name stands in brackets and may hold anything; what is counted comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parentPid, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  if (parentPid === undefined || user === undefined || system === undefined) return null;
  return {
    pid,
    parentPid,
    ownMs: (user + system) * tickMs,
    endedMs: ((endedUser ?? 0) + (endedSystem ?? 0)) * tickMs,
  };
}
