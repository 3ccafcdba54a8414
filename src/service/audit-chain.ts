import type { Logger } from 'pino';
import type { AuditHeadConfig } from '../config/evidence.ts';
import { type ChainHead, headText } from '../domain/book/hash-chain.ts';
import { postDocument } from '../notify/fetch-document.ts';
import { readBehind } from '../storage/chain/append-links.ts';
import { auditChain } from '../storage/chain/chain.ts';
import { appendHead, HeadFile } from '../storage/chain/head-file.ts';
import { AuditChain, type AuditChainOptions } from '../workers/book/audit-chain.ts';
import type { Core } from './core.ts';

/** The chain of the audit log, told where the settings say, and what the metrics say of it. */
export function createAuditChain(core: Core): AuditChain {
  const { config, pool, connectionString, clock, lookout, warns, log } = core;
  const { file, intervalMs } = config.auditHead;
  const heads = openHeadFile(file, log);
  const chain = new AuditChain({
    pool,
    connectionString,
    checkIntervalMs: config.auditIntervalMs,
    tellIntervalMs: intervalMs,
    tellers: tellersOf(config.auditHead, config.notify.allowsPrivate),
    // The last one stands for those before it.
    told: async () => (await heads.read()).filter(({ chain: name }) => name === auditChain.name).slice(-1),
    broken: (faults) =>
      log.error(
        { faults: faults.map(({ text }) => text) },
        'the audit log is not what was written: see docs/operating.md, "When the chain of the audit log is broken"',
      ),
    clock,
    failed: warns('the chain of the audit log will be tried again'),
  });
  watchChain(core, chain);
  // A person does something every few seconds at most; within a second every act is in the chain.
  return lookout.wakes(chain, 'auditLinks', 1_000);
}

function watchChain({ metrics, pool, clock }: Core, chain: AuditChain): void {
  metrics.gauge(
    'audit_chain_faults',
    'Faults of the chain of the audit log that are known',
    () => chain.faults?.length ?? Number.NaN,
  );
  metrics.gauge('audit_chain_behind_seconds', 'Age of the oldest line of the audit log without a link', async () => {
    const { oldestAt } = await readBehind(pool, auditChain);
    return oldestAt === null ? 0 : Math.max(0, (clock() - oldestAt) / 1000);
  });
  metrics.gauge('audit_head_failures', 'How often in a row the head could not be told outside', () => chain.failures);
}

export function openHeadFile(file: string | null, log: Logger): HeadFile {
  return new HeadFile(file, (line) =>
    log.warn({ file, line }, 'a line of AUDIT_HEAD_FILE is not a head, probably torn: the one before it stands for it'),
  );
}

const limits = { timeoutMs: 10_000, bytesMax: 64 * 1024 } as const;

export function tellersOf({ file, url }: AuditHeadConfig, allowsPrivate: boolean): AuditChainOptions['tellers'] {
  const post = (to: string, head: ChainHead, signal: AbortSignal) =>
    postDocument(to, headText(head), { ...limits, allowsPrivate }, signal);
  return [
    ...(file === null ? [] : [(head: ChainHead) => appendHead(file, head)]),
    ...(url === null ? [] : [(head: ChainHead, signal: AbortSignal) => post(url, head, signal)]),
  ];
}
