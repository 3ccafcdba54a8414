import type { Config } from '../config/config.ts';
import { Settings, type SettingsOptions } from '../settings/settings.ts';
import { createChance } from '../storage/settings/chance.ts';

/** Acts on settings under the rules of this installation: in the service, beside it, and on the command line. */
export function openSettings(
  { mode, cell, secondPerson, rateJumpMaxBps }: Config,
  parts: Pick<SettingsOptions, 'pool' | 'secrets' | 'catalogueChanged'>,
): Settings {
  return new Settings({ ...parts, chance: createChance(cell), mode, secondPerson, rateJumpMaxBps });
}
