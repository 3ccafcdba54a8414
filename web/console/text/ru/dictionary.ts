import type { Dictionary } from '../en/dictionary.ts';
import { maker } from './maker.ts';
import { merchant } from './merchant.ts';
import { operator } from './operator.ts';
import { account, faults, fields, roles, shell, statuses, themes } from './shell.ts';

export const ru: Dictionary = { shell, roles, themes, account, fields, faults, statuses, operator, maker, merchant };
