import { access } from './access.ts';
import { bank } from './bank.ts';
import { catalogue } from './catalogue.ts';
import { codes } from './codes.ts';
import { disputes } from './disputes.ts';
import { keys } from './keys.ts';
import { csv, picker, views, zone } from './lists.ts';
import { maker, newRequisites } from './maker.ts';
import { merchant } from './merchant.ts';
import { notifications } from './notifications.ts';
import { operator } from './operator.ts';
import { outcome } from './outcome.ts';
import { payers } from './payers.ts';
import { phones } from './phones.ts';
import { policy } from './policy.ts';
import { sandbox } from './sandbox.ts';
import { account, faults, fields, roles, search, shell, statuses, themes } from './shell.ts';
import { statement } from './statement.ts';
import { templates } from './templates.ts';
import { told } from './told.ts';
import { invoices, trade } from './trade.ts';

/** All words of the console in English. Every other language has the same keys: the compiler sees to it. */
export const en = {
  shell,
  search,
  roles,
  themes,
  zone,
  csv,
  views,
  picker,
  account,
  access,
  fields,
  faults,
  statuses,
  codes,
  trade,
  invoices,
  outcome,
  notifications,
  operator,
  keys,
  catalogue,
  templates,
  statement,
  bank,
  sandbox,
  maker,
  merchant,
  phones,
  payers,
  policy,
  told,
  newRequisites,
  disputes,
};

export type Dictionary = typeof en;
