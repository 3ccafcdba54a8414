import type pg from 'pg';
import type { SecretBox } from '../secret-box.ts';
import { Access } from './access.ts';
import { MakerSettings } from './maker-settings.ts';
import { MerchantSettings } from './merchant-settings.ts';
import { RateSettings } from './rate-settings.ts';
import { ReferenceSettings } from './reference-settings.ts';
import { StoreAddresses } from './store-addresses.ts';

/** Everything that people change by hand and that is not money. */
export interface Settings {
  readonly access: Access;
  readonly merchants: MerchantSettings;
  readonly makers: MakerSettings;
  readonly rates: RateSettings;
  readonly addresses: StoreAddresses;
  readonly reference: ReferenceSettings;
}

export function openSettings(pool: pg.Pool, secrets: SecretBox): Settings {
  return {
    access: new Access(pool, secrets),
    merchants: new MerchantSettings(pool, secrets),
    makers: new MakerSettings(pool),
    rates: new RateSettings(pool),
    addresses: new StoreAddresses(pool),
    reference: new ReferenceSettings(pool),
  };
}
