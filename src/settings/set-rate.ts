import { currencyOf } from '../domain/catalogue.ts';
import { formatRate, type Rate, requirePair, requirePlausible } from '../domain/rates.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { insertPastRate, lockRate, type RateRow, upsertRate } from '../storage/settings/rates.ts';
import type { SettingsTransaction } from '../storage/settings/settings-transaction.ts';
import { changed, settingAct } from './setting-act.ts';

interface NewRates {
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  /** For payins, for payouts, or both. */
  readonly in?: Rate | undefined;
  readonly out?: Rate | undefined;
  /** Somebody has looked twice: what is far from the last rate, or on the wrong side of the other one, is meant. */
  readonly isConfirmed?: boolean;
  /** Undefined: as old as it may be now. */
  readonly ageMaxMs: number | null | undefined;
}

/** A rate by hand. Deals that run keep theirs. */
export const setRate = settingAct({
  name: 'set-rate',
  load: async (tx, pair: NewRates) => ({
    reference: await readReference(tx.client),
    before: { in: await lockRate(tx, { ...pair, type: 'in' }), out: await lockRate(tx, { ...pair, type: 'out' }) },
  }),
  decide({ settlementCurrency, fiatCurrency, ageMaxMs, isConfirmed, ...given }, { reference, before }, situation) {
    const { actor, at, rateJumpMaxBps } = situation;
    requirePair(reference, { settlementCurrency, fiatCurrency });
    const last = { in: before.in?.rate ?? null, out: before.out?.rate ?? null };
    const next = { in: given.in ?? last.in, out: given.out ?? last.out };
    const pair = { settlement: currencyOf(reference, settlementCurrency), fiat: currencyOf(reference, fiatCurrency) };
    if (isConfirmed !== true) requirePlausible(last, next, pair, rateJumpMaxBps);
    const rates = (['in', 'out'] as const).flatMap((type): RateRow[] => {
      const rate = given[type];
      if (rate === undefined) return [];
      const age = ageMaxMs === undefined ? (before[type]?.ageMaxMs ?? null) : ageMaxMs;
      return [{ settlementCurrency, fiatCurrency, type, rate, setAt: at, ageMaxMs: age }];
    });
    const [first, ...others] = rates.map((one) => ({
      subjectKind: 'rate',
      subjectId: `${settlementCurrency}/${fiatCurrency}`,
      details: { type: one.type, rate: formatRate(one.rate), ageMaxMs: one.ageMaxMs },
    }));
    if (first === undefined) throw new AppError('blank', { field: 'in' });
    return changed(undefined, { rates, setBy: actor.name }, first, ...others);
  },
  async store(tx, { rates, setBy }) {
    for (const rate of rates) await storeRate(tx, rate, setBy);
  },
});

/** Every rate that ever held stays in the history, with who set it. */
export async function storeRate(tx: SettingsTransaction, rate: RateRow, setBy: string): Promise<void> {
  await upsertRate(tx, rate);
  await insertPastRate(tx, rate, setBy);
}
