import type { StoreValues } from '../../domain/merchants/store-settings.ts';
import { settingDetails } from '../../domain/money/setting-fields.ts';
import type { AuditEntry } from '../../domain/people/audit.ts';
import { storeAccounts, storeLimits, stores } from '../../storage/settings/merchants/stores.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';

/** The settings of a store stand in three tables. What is undefined stays as it is. */
export async function storeValues(tx: SettingsTransaction, storeId: number, values: StoreValues): Promise<void> {
  const { figures, name, page, optionsOff, withdrawalFee, limits } = values;
  await stores.patch(tx, { id: storeId }, { ...figures, name, page, optionsOff });
  await storeAccounts.patch(tx, { storeId }, { withdrawalFee });
  if (limits === undefined) return;
  await storeLimits.delete(tx, { storeId });
  await storeLimits.insertAll(
    tx,
    limits.map((limit) => ({ storeId, ...limit })),
  );
}

/** What changed, as the audit log keeps it: minor units as text. */
export function valueDetails({
  figures,
  name,
  withdrawalFee,
  limits,
  page,
  optionsOff,
}: StoreValues): NonNullable<AuditEntry['details']> {
  const details: Record<string, string | number | boolean | null> = settingDetails({ name, ...figures, withdrawalFee });
  if (limits !== undefined) {
    details['limits'] = limits.map(({ currency, type, min, max }) => `${currency} ${type} ${min}-${max}`).join(', ');
  }
  if (optionsOff !== undefined) details['optionsOff'] = optionsOff.join(', ');
  if (page !== undefined) {
    // That there is a picture, not the picture.
    const logo = page.logo === null ? null : `${page.logo.length} characters`;
    details['page'] = JSON.stringify({ ...page, logo });
  }
  return details;
}
