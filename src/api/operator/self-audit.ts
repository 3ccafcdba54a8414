import { Type } from 'typebox';
import { formatTimestamp } from '../../domain/timestamp.ts';
import type { LawsReport } from '../../storage/ledger-laws.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';

const Violation = Type.Object({ law: Type.String(), subject: Type.String(), detail: Type.String() });

const AuditState = Type.Object({
  moneyOut: Type.Unsafe<string>({ type: 'string', enum: ['open', 'stopped'] }),
  checkedAt: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  durationMs: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  laws: Type.Array(Type.Object({ law: Type.String(), isHeld: Type.Boolean(), durationMs: Type.Integer() })),
  violations: Type.Array(Violation),
});

export const readAudit: OperatorEndpoint = {
  method: 'GET',
  path: '/audit',
  operationId: 'readAudit',
  summary: 'What the last check of the books found',
  description: 'Each law with what breaks it, ten cases at most. While one is broken money going out is stopped.',
  roles: ['operator'],
  scope: 'read',
  response: AuditState,
  async handle({ context }) {
    return auditDTO(context, context.selfAudit.last);
  },
};

export const runAudit: OperatorEndpoint = {
  method: 'POST',
  path: '/audit',
  operationId: 'runAudit',
  summary: 'Check the books now',
  description: 'Answers when all laws were checked. When they hold again, money going out is open at once.',
  roles: ['operator'],
  scope: 'money',
  response: AuditState,
  async handle({ context }) {
    return auditDTO(context, await context.selfAudit.run());
  },
};

function auditDTO({ isMoneyOutOpen }: OperatorContext, report: LawsReport | null): object {
  return {
    moneyOut: isMoneyOutOpen() ? 'open' : 'stopped',
    checkedAt: report === null ? null : formatTimestamp(report.startedAtMs),
    durationMs: report === null ? null : Math.round(report.durationMs),
    laws: (report?.laws ?? []).map(({ law, violations, durationMs }) => ({
      law,
      isHeld: violations.length === 0,
      durationMs: Math.round(durationMs),
    })),
    violations: report?.violations ?? [],
  };
}
