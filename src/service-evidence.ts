import type pg from 'pg';
import type { Evidence } from './api/operator/books/evidence-shape.ts';
import type { OperatorContext } from './api/operator/endpoint.ts';
import { readHeader } from './domain/book/page-header.ts';
import { readLastPages } from './storage/book/read-pages.ts';
import { readScrub } from './storage/book/scrub-step.ts';
import { readBehind } from './storage/chain/append-links.ts';
import { auditChain } from './storage/chain/chain.ts';
import { readHead } from './storage/chain/check-chain.ts';
import { orUnavailable } from './storage/database-errors.ts';
import type { AuditChain } from './workers/audit-chain.ts';

interface BookParts extends Pick<OperatorContext, 'selfAudit' | 'isMoneyOutOpen'> {
  readonly auditChain: AuditChain;
}

/** What operators are told of the books, and of what proves that nothing was rewritten. */
export function openBooksApi(
  pool: pg.Pool,
  { selfAudit, isMoneyOutOpen, auditChain: chain }: BookParts,
): Pick<OperatorContext, 'selfAudit' | 'isMoneyOutOpen' | 'readEvidence'> {
  return { selfAudit, isMoneyOutOpen, readEvidence: () => readEvidence(pool, chain) };
}

/** Where what proves that nothing was rewritten ends, and how far it was checked. */
async function readEvidence(pool: pg.Pool, chain: AuditChain): Promise<Evidence> {
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
