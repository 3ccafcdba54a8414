/** Threads that do what a file can make a thread do, in place of the one that reads. */
const threadOf = (body: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';\n${body}`)}`);

export const badThreads = {
  hangs: threadOf(`parentPort.on('message', () => { for (;;); });`),
  fillsMemory: threadOf(
    `parentPort.on('message', () => { for (const all = []; ; ) all.push(new Array(1000).fill(all)); });`,
  ),
  dies: threadOf(`parentPort.on('message', () => { throw new Error('a defect'); });`),
  /** Answers, then ends by itself. */
  ends: threadOf(
    `parentPort.once('message', () => { parentPort.postMessage({ kind: 'opened' }); parentPort.close(); });`,
  ),
} as const;
