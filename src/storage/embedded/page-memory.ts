import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
const share = 4;
const minMb = 128;
/** Beyond it each checkpoint and each table that is dropped looks through more pages than they gain. */
const maxMb = 4096;

/**
 * How much memory the server keeps pages in: a quarter of what there is, as PostgreSQL's own documents advise. The service, the
 * sessions and the system's cache of files have the rest. It is reserved, and taken page by page as they are used.
 */
export function pageMemory(bytes: number = memoryHere()): string {
  const mb = Math.floor(bytes / megabyte / share);
  return `${Math.min(Math.max(mb, minMb), maxMb)}MB`;
}

/** Of the container, where it is bounded, and else of the machine. */
function memoryHere(): number {
  // Without a bound it is nothing, or more than any machine has.
  const bound = process.constrainedMemory();
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}
