import { readConfig } from '../src/config/config.ts';
import { startService } from '../src/service.ts';

/** The service in a process of its own, which says where it is and how much memory it holds when it is asked. */
export type FromService =
  | { readonly kind: 'ready'; readonly url: string; readonly databaseUrl: string }
  | { readonly kind: 'memory'; readonly heapBytes: number; readonly residentBytes: number };
export type ToService = 'memory' | 'stop';

const service = await startService(readConfig(process.env));
const say = (message: FromService) => process.send?.(message);

process.on('message', (asked: ToService) => {
  if (asked === 'memory') {
    // What is left after a full collection is what is held; twice, for what finalizers let go.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    say({ kind: 'memory', heapBytes: heapUsed, residentBytes: rss });
  } else {
    void service.stop().then(() => process.disconnect());
  }
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
say({ kind: 'ready', url: service.url, databaseUrl: service.database.connectionString() });
