import { AppError } from '../../errors/app-error.ts';
import { readAhead, upsertAhead } from '../../storage/settings/sandbox/sandbox-clock.ts';
import { changed, settingAct } from '../setting-act.ts';

/** A century: further on, times have no sense for anything that is tested here. */
export const aheadMaxMs = 100 * 366 * 24 * 3_600_000;

/** Moves the sandbox's clock forward for all processes. In production there is no such clock. */
export const advanceClock = settingAct({
  name: 'advance-clock',
  load: ({ client }, _input: { readonly advanceMs: number }) => readAhead(client),
  decide({ advanceMs }, aheadMs, { mode }) {
    if (mode !== 'sandbox') throw new AppError('not_found');
    if (aheadMs + advanceMs > aheadMaxMs) {
      throw new AppError('out_of_range', { field: 'advanceMs', minimum: 1, maximum: aheadMaxMs - aheadMs });
    }
    const facts = { subjectKind: 'clock', subjectId: 'sandbox', details: { advanceMs } };
    return changed(undefined, aheadMs + advanceMs, facts);
  },
  store: upsertAhead,
});
