import { checkLaws } from '../storage/ledger-laws.ts';
import type { CliCommand } from './command-line.ts';
import { withAnyDatabase } from './session.ts';

export const verify: CliCommand = {
  name: 'verify',
  summary: 'Check the laws of the books; exit code 1 when one is broken',
  notes:
    'Reads everything and changes nothing. It can run beside the service; on a million invoices it takes about half a minute.',
  async run(call) {
    const report = await withAnyDatabase(call, ({ connectionString }) =>
      checkLaws(connectionString, {
        checked: ({ law, durationMs, violations }) =>
          call.progress(`${violations.length === 0 ? 'holds ' : 'BROKEN'}  ${law} (${Math.round(durationMs)} ms)`),
      }),
    );
    const { laws, violations, durationMs } = report;
    const lines = violations.map(({ law, subject, detail }) => `  ${law}: ${subject}, ${detail}\n`).join('');
    const text =
      violations.length === 0
        ? `All ${laws.length} laws hold.\n`
        : `The books are wrong (ten cases of each law at most):\n${lines}What to do: docs/operating.md, "When the audit alarms".\n`;
    return {
      text,
      data: { isRight: violations.length === 0, durationMs: Math.round(durationMs), laws: laws.length, violations },
      exitCode: violations.length === 0 ? 0 : 1,
    };
  },
};
