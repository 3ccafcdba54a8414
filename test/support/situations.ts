import { storeFields } from '../../src/domain/merchants/store-settings.ts';
import { usualSettings } from '../../src/domain/money/setting-fields.ts';
import type { Actor } from '../../src/domain/people/audit.ts';
import { AppError } from '../../src/errors/app-error.ts';
import type { AuditFacts, RoutineDecision, Situation, Steps } from '../../src/settings/setting-act.ts';

/** Those who act on settings, for decisions made in memory. */
export const actors = {
  operator: { userId: 1, name: 'olga', role: 'operator', makerId: null, merchantId: null },
  maker: { userId: 2, name: 'mark', role: 'maker', makerId: 5, merchantId: null },
  merchant: { userId: 3, name: 'mary', role: 'merchant', makerId: null, merchantId: 7 },
} as const satisfies Record<string, Actor>;

export const noon = Date.UTC(2026, 10, 14, 12);

/** Of a store that nobody has changed. */
export const usualFigures = { ...usualSettings(storeFields, 8), withdrawalFee: 0n };

interface Decided<Change, Result> {
  /** `changed`, `unchanged`, or the code of the refusal. */
  readonly outcome: string;
  /** Which field the refusal is about. */
  readonly field?: string | undefined;
  readonly result?: Result;
  /** A refusal may leave a trace. */
  readonly change?: Change;
  readonly audit: readonly AuditFacts[];
}

/** Decides without a database, and says what came of it. */
export function decide<Input, Drawn, Rows, Change, Result>(
  act: Pick<Steps<Input, Drawn, Rows, Change, RoutineDecision<Change, Result>>, 'decide'>,
  input: Input,
  rows: Rows,
  situation: Partial<Situation<Drawn>> = {},
): Decided<Change, Result> {
  const given = {
    actor: actors.operator,
    reason: 'a test',
    at: noon,
    mode: 'sandbox',
    asksSecondPerson: false,
    largeTopUpAbove: '100',
    delayMs: 3_600_000,
    rateJumpMaxBps: 500,
    ...situation,
  };
  const asked = { askedAt: given.at, ...given };
  try {
    const decision = act.decide(input, rows, asked as Situation<Drawn>);
    if (decision.kind === 'refused') return { outcome: decision.error.code, change: decision.change, audit: [] };
    if (decision.kind === 'unchanged') return { outcome: 'unchanged', result: decision.result, audit: [] };
    const { audit = decision.news ?? [] } = decision as { readonly audit?: readonly AuditFacts[] };
    return { outcome: 'changed', result: decision.result, change: decision.change, audit };
  } catch (error) {
    if (error instanceof AppError) return { outcome: error.code, field: error.faults[0].field, audit: [] };
    throw error;
  }
}
