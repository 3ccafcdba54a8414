import { parentPort } from 'node:worker_threads';
import { lookOfFile } from './look-of-file.ts';

/** The thread that opens pictures: one file in, its look out. What happens to it happens to nobody else. */
parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(lookOfFile(bytes)));
