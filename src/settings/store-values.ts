import type { AuditEntry } from '../domain/audit.ts';
import type { StoreValues } from '../domain/store-settings.ts';
import type { SettingsTransaction } from '../storage/settings/settings-transaction.ts';
import {
  deleteLimits,
  insertLimits,
  replacePage,
  updateStore,
  updateWithdrawalFee,
} from '../storage/settings/stores.ts';

/** The settings of a store stand in three tables. What is undefined stays as it is. */
export async function storeValues(tx: SettingsTransaction, id: number, values: StoreValues): Promise<void> {
  await updateStore(tx, id, values);
  if (values.withdrawalFee !== undefined) await updateWithdrawalFee(tx, id, values.withdrawalFee);
  if (values.page !== undefined) await replacePage(tx, id, values.page);
  if (values.limits !== undefined) {
    await deleteLimits(tx, id);
    await insertLimits(tx, id, values.limits);
  }
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
  const details: Record<string, string | number | boolean> = {};
  for (const [setting, value] of Object.entries({ name, ...figures, withdrawalFee })) {
    if (value !== undefined) details[setting] = typeof value === 'bigint' ? value.toString() : value;
  }
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
