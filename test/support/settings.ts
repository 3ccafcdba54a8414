import type pg from 'pg';
import { Settings, type SettingsOptions } from '../../src/settings/settings.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { chance } from '../../src/storage/settings/chance.ts';
import { hashCheaply } from './cheap-password.ts';
import { demoMasterKey } from './database.ts';

const secondPerson = { isOn: false, delayMs: 0, largeTopUpAbove: '10000' };

type Surroundings = Partial<Pick<SettingsOptions, 'secrets' | 'mode'>> & { readonly hashPassword?: typeof hashCheaply };

/** Settings of the demo world, changed beside a running service. */
export function testSettings(
  pool: pg.Pool,
  { secrets = new SecretBox(demoMasterKey), mode = 'sandbox', hashPassword = hashCheaply }: Surroundings = {},
): Settings {
  return new Settings({ pool, secrets, mode, secondPerson, rateJumpMaxBps: 500, chance: { ...chance, hashPassword } });
}
