import { parentPort } from 'node:worker_threads';
import { FileReading } from './file-reading.ts';

/** The thread that reads banks' files. What happens to it happens to nobody else. */
const reading = new FileReading();
parentPort?.on('message', (question) => parentPort?.postMessage(reading.answer(question)));
