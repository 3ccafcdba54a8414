import type pg from 'pg';
import { notePhoneSilence } from '../../settings/phones/phones.ts';
import type { Settings } from '../../settings/settings.ts';
import { findPhonesToTell } from '../../storage/reads/phones/phone-reads.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';

const againMs = 1_000;

interface PhoneWatchOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: () => number;
  readonly told: (phone: { readonly makerId: number; readonly name: string; readonly isSilent: boolean }) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes down which phones have fallen silent and which are back: that takes their requisites out of routing and puts them in
 * again. Several processes may look; the act looks once more under its lock.
 */
export function createPhoneWatch({ pool, settings, clock, told, failed }: PhoneWatchOptions): Loop {
  return new Loop({
    pauseMs: unaskedPauseMs,
    againMs,
    isOnCall: true,
    failed,
    async step() {
      for (const id of await findPhonesToTell(pool, clock())) {
        const phone = await settings.routine(notePhoneSilence, { id }, clock());
        if (phone !== null) told(phone);
      }
      return 'idle';
    },
  });
}
