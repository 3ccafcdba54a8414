import type pg from 'pg';
import type { Evidence } from './api/operator/books/evidence-shape.ts';
import { readHeader } from './domain/book/page-header.ts';
import { readLastPages } from './storage/book/read-pages.ts';
import { readScrub } from './storage/book/scrub-step.ts';
import { readBehind } from './storage/chain/append-links.ts';
import { auditChain } from './storage/chain/chain.ts';
import { readHead } from './storage/chain/check-chain.ts';
import { orUnavailable } from './storage/database-errors.ts';
import type { AuditChain } from './workers/audit-chain.ts';

/** Where what proves that nothing was rewritten ends, and how far it was checked. */
export async function readEvidence(pool: pg.Pool, chain: AuditChain): Promise<Evidence> {
  const [{ last }, reread, link, { rows: unlinked }] = await orUnavailable(
    Promise.all([readLastPages(pool), readScrub(pool), readHead(pool, auditChain), readBehind(pool, auditChain)]),
  );
  return {
    page: last === null ? null : { number: last.number, hash: last.hash, sealedAt: readHeader(last.bytes).at },
    reread,
    link,
    unlinked,
    checked: chain.checked,
    faults: (chain.faults ?? []).map(({ text }) => text),
  };
}
