import { dangerOfRates } from '../../domain/authority/second-person.ts';
import { currencyOf } from '../../domain/money/money.ts';
import { formatRate, type Rate, requirePair, requirePlausible } from '../../domain/rates/rates.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import {
  findAgreedRate,
  insertPastRate,
  isPairUsed,
  lockRate,
  type RateRow,
  upsertRate,
} from '../../storage/settings/rates/rates.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';

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

const dayMs = 24 * 3_600_000;

/** A rate by hand. Deals that run keep theirs. That it is confirmed helps against slips of the finger, not against a thief. */
export const setRate = settingAct({
  name: 'set-rate',
  load: async (tx, pair: NewRates, { at }) => {
    const [payin, payout] = [{ ...pair, type: 'in' } as const, { ...pair, type: 'out' } as const];
    return {
      reference: await readReference(tx.client),
      before: { in: await lockRate(tx, payin), out: await lockRate(tx, payout) },
      agreed: {
        in: await findAgreedRate(tx, payin, at - dayMs),
        out: await findAgreedRate(tx, payout, at - dayMs),
      },
      isUsed: await isPairUsed(tx, pair),
    };
  },
  danger(given, { before, agreed, isUsed }, { rateJumpMaxBps: jumpMaxBps }) {
    const last = { in: before.in?.rate ?? null, out: before.out?.rate ?? null };
    const steps = (['in', 'out'] as const).flatMap((type) => {
      const next = given[type];
      return next === undefined ? [] : [{ last: last[type], base: agreed[type], next }];
    });
    const next = { in: given.in ?? last.in, out: given.out ?? last.out };
    return dangerOfRates(steps, { next, isUsed, jumpMaxBps });
  },
  decide({ settlementCurrency, fiatCurrency, ageMaxMs, isConfirmed, ...given }, rows, situation) {
    const { reference, before, agreed } = rows;
    const { actor, at, rateJumpMaxBps, isApproved = false } = situation;
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
    if (rates.length === 0) throw new AppError('blank', { field: 'in' });
    const facts = {
      subjectKind: 'rate',
      subjectId: `${settlementCurrency}/${fiatCurrency}`,
      details: {
        ...Object.assign({}, ...rates.map(({ type, rate }) => detailsOf(type, rate, last[type], agreed[type]))),
        ...(ageMaxMs === undefined ? {} : { ageMaxMs }),
      },
    };
    const by = { setBy: actor.name, isAgreed: isApproved || actor.userId === null };
    return changed(undefined, { rates, by }, facts);
  },
  async store(tx, { rates, by }) {
    for (const rate of rates) await storeRate(tx, rate, by);
  },
});

/** What a second person has to see of a rate: what it was, and, where that is another one, what held a day ago. */
function detailsOf(type: 'in' | 'out', rate: Rate, last: Rate | null, agreed: Rate | null): Record<string, string> {
  return {
    [type]: formatRate(rate),
    ...(last === null ? {} : { [`${type}Was`]: formatRate(last) }),
    ...(agreed === null || agreed === last ? {} : { [`${type}DayAgo`]: formatRate(agreed) }),
  };
}

/** Every rate that ever held stays in the history, with who set it. */
export async function storeRate(
  tx: SettingsTransaction,
  rate: RateRow,
  by: Parameters<typeof insertPastRate>[2],
): Promise<void> {
  await upsertRate(tx, rate);
  await insertPastRate(tx, rate, by);
}
