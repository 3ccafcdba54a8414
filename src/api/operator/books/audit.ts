import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { LawsReport } from '../../../storage/ledger/ledger-laws.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, flag, words } from '../fields.ts';

const read = readsOf({ tag: 'Books', roles: ['operator'] });

export const MoneyOutState = Type.Enum(['open', 'stopped'], {
  description: '`stopped` while a law is broken, or commits are lost: nothing leaves the service',
});

const Law = Type.Object({
  law: words('Name of the law'),
  isHeld: flag('Whether the books keep the law'),
  durationMs: figure('How long the check took, in milliseconds'),
});

const Violation = Type.Object({
  law: words('Name of the law'),
  subject: words('What breaks it'),
  detail: words('What is wrong'),
});

const AuditState = Type.Object({
  moneyOut: MoneyOutState,
  checkedAt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When the last check ended; null before the first',
  }),
  durationMs: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'How long the check took, in milliseconds',
  }),
  laws: Type.Array(Law, { description: 'Each law that was checked' }),
  violations: Type.Array(Violation, { description: 'What breaks a law' }),
});

export function auditDTO({ isMoneyOutOpen }: OperatorContext, report: LawsReport | null): ShapeOf<typeof AuditState> {
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

const exampleAudit: ShapeOf<typeof AuditState> = {
  moneyOut: 'open',
  checkedAt: at('12:00:00'),
  durationMs: 340,
  laws: [{ law: 'balances sum to zero', isHeld: true, durationMs: 41 }],
  violations: [],
};

export const readAudit = read({
  path: '/audit',
  operationId: 'readAudit',
  summary: 'Read the last check of the books',
  description: 'Each law with what breaks it, ten cases at most. While one is broken money going out is stopped.',
  response: AuditState,
  example: { answer: exampleAudit },
  async handle({ context }) {
    return auditDTO(context, context.selfAudit.last);
  },
});

/** It changes no balance, and a second check does no harm: so it takes no Idempotency-Key. */
export const runAudit = endpoint({
  method: 'POST',
  path: '/audit',
  operationId: 'runAudit',
  summary: 'Check the books now',
  description: 'Answers when all laws were checked. When they hold again, money going out is open at once.',
  tag: 'Books',
  roles: ['operator'],
  scope: 'money',
  response: AuditState,
  refusals: [],
  example: { answer: exampleAudit },
  async handle({ context }) {
    return auditDTO(context, await context.selfAudit.run());
  },
});
