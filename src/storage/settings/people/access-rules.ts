import { type AccessRules, accessFields } from '../../../domain/people/access-rules.ts';
import { bool } from '../../rows/codec.ts';
import { defineRecord, sure } from '../record.ts';
import { settingColumns } from '../setting-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** One row, whose ID is true. */
export const accessRules = defineRecord({
  table: 'access_rules',
  columns: settingColumns(accessFields),
  hidden: { id: bool },
});

export async function lockAccessRules(tx: SettingsTransaction): Promise<AccessRules> {
  return sure(await accessRules.lock(tx, { id: true }));
}
