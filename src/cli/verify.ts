import { type RoleReport, roleWarning } from '../domain/database-role.ts';
import { auditChain } from '../storage/chain/chain.ts';
import { type ChainReport, checkChainAt } from '../storage/chain/check-chain.ts';
import { readHeads } from '../storage/chain/head-file.ts';
import { checkLaws, type LawsReport } from '../storage/ledger-laws.ts';
import { readRoleReport } from '../storage/roles/role-faults.ts';
import { type CliCommand, type CliResult, UsageError } from './command-line.ts';
import { textOption, withAnyDatabase } from './session.ts';

export const verify: CliCommand = {
  name: 'verify',
  summary: 'Check the laws of the books and the chain of the audit log; exit code 1 when one is broken',
  notes: `Reads everything and changes nothing. It can run beside the service; on a million invoices it takes about half a
minute. Heads are what AUDIT_HEAD_FILE collects, or what AUDIT_HEAD_URL was sent, one on each line: with them it finds
out whether the whole log was rewritten or cut, or the database is of an earlier time.`,
  options: { head: { value: 'file', text: 'heads of the chain that were told outside' } },
  async run(call) {
    const path = textOption(call, 'head');
    const heads = path === undefined ? [] : await readHeads(path);
    if (path !== undefined && heads.length === 0) throw new UsageError(`${path} has no head of a chain.`);
    return await withAnyDatabase(call, async ({ addresses, pool }) => {
      const url = addresses.ownerUrl ?? addresses.url;
      const laws = await checkLaws(url, {
        checked: ({ law, durationMs, violations }) =>
          call.progress(`${violations.length === 0 ? 'holds ' : 'BROKEN'}  ${law} (${Math.round(durationMs)} ms)`),
      });
      const chain = await checkChainAt(url, auditChain, heads);
      if (chain !== null) {
        const verdict = chain.faults.length === 0 ? 'holds ' : 'BROKEN';
        call.progress(`${verdict}  the chain of the audit log (${chain.links} links)`);
      }
      return resultOf(laws, chain, await readRoleReport(pool));
    });
  },
};

function resultOf(report: LawsReport, chain: ChainReport | null, role: RoleReport): CliResult {
  const { laws, violations, durationMs } = report;
  const chainFaults = chain?.faults ?? [];
  const warning = roleWarning(role);
  const isRight = violations.length === 0 && chainFaults.length === 0;
  return {
    text: `${lawsText(report)}${chain === null ? '' : chainText(chain)}${warning === null ? '' : `${warning}\n`}`,
    data: {
      isRight,
      durationMs: Math.round(durationMs),
      laws: laws.length,
      violations,
      chain: chain === null ? null : chainData(chain),
      role,
    },
    exitCode: isRight ? 0 : 1,
  };
}

function lawsText({ laws, violations }: LawsReport): string {
  if (violations.length === 0) return `All ${laws.length} laws hold.\n`;
  const lines = violations.map(({ law, subject, detail }) => `  ${law}: ${subject}, ${detail}\n`).join('');
  return `The books are wrong (ten cases of each law at most):\n${lines}What to do: docs/operating.md, "When the audit alarms".\n`;
}

function chainText({ links, unlinked, faults }: ChainReport): string {
  const waiting = unlinked === 0 ? '' : `; ${unlinked} newer lines wait for theirs`;
  if (faults.length === 0) return `The audit log is as it was written: ${links} links${waiting}.\n`;
  const lines = faults.map(({ text }) => `  ${text}\n`).join('');
  return (
    `The audit log is not what was written (${links} links${waiting}; ten faults at most):\n${lines}` +
    'What to do: docs/operating.md, "When the chain of the audit log is broken".\n'
  );
}

function chainData({ links, unlinked, head, faults }: ChainReport): object {
  return {
    links: String(links),
    unlinked,
    head: head === null ? null : head.hash.toString('hex'),
    faults: faults.map(({ kind, sequence, rowId, text }) => ({
      kind,
      sequence: sequence === null ? null : String(sequence),
      rowId: rowId === null ? null : String(rowId),
      text,
    })),
  };
}
