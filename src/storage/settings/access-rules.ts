import type { AccessRules } from '../../domain/access-rules.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const ruleColumns =
  'makers_need_factor, merchants_need_factor, operator_idle_minutes, maker_idle_minutes, merchant_idle_minutes';

interface RulesRow {
  readonly makers_need_factor: boolean;
  readonly merchants_need_factor: boolean;
  readonly operator_idle_minutes: number;
  readonly maker_idle_minutes: number;
  readonly merchant_idle_minutes: number;
}

export function decodeRules(row: RulesRow): AccessRules {
  return {
    makersNeedFactor: row.makers_need_factor,
    merchantsNeedFactor: row.merchants_need_factor,
    operatorIdleMinutes: row.operator_idle_minutes,
    makerIdleMinutes: row.maker_idle_minutes,
    merchantIdleMinutes: row.merchant_idle_minutes,
  };
}

export async function lockAccessRules({ client }: SettingsTransaction): Promise<AccessRules> {
  const { rows } = await client.query(`select ${ruleColumns} from access_rules for no key update`);
  return decodeRules(rows[0]);
}

export async function updateAccessRules({ client }: SettingsTransaction, rules: AccessRules): Promise<void> {
  await client.query(
    `update access_rules set makers_need_factor = $1, merchants_need_factor = $2, operator_idle_minutes = $3,
       maker_idle_minutes = $4, merchant_idle_minutes = $5`,
    [
      rules.makersNeedFactor,
      rules.merchantsNeedFactor,
      rules.operatorIdleMinutes,
      rules.makerIdleMinutes,
      rules.merchantIdleMinutes,
    ],
  );
}
