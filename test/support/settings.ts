import type pg from 'pg';
import { Settings } from '../../src/settings/settings.ts';
import { SecretBox } from '../../src/storage/secret-box.ts';
import { chance } from '../../src/storage/settings/chance.ts';
import { hashCheaply } from './cheap-password.ts';
import { demoMasterKey } from './database.ts';

const secondPerson = { isOn: false, delayMs: 0, largeTopUpAbove: '10000' };

/** Settings of the demo world, changed beside a running service. */
export function testSettings(pool: pg.Pool, hashPassword = hashCheaply): Settings {
  return new Settings({
    pool,
    secrets: new SecretBox(demoMasterKey),
    mode: 'sandbox',
    secondPerson,
    rateJumpMaxBps: 500,
    chance: { ...chance, hashPassword },
  });
}
