import { requisitePlace } from '../domain/requisite-number.ts';
import { type RequisiteSettings, type RequisiteValues, readRequisite } from '../domain/requisite-settings.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { lockMaker } from '../storage/settings/makers.ts';
import { findNumbers, insertRequisites } from '../storage/settings/requisites.ts';
import { takeId } from '../storage/settings/settings-transaction.ts';
import { type AuditFacts, changed, settingAct } from './setting-act.ts';

interface NewRequisite {
  readonly makerId: number;
  readonly settings: RequisiteSettings;
}

/** Refuses a number that is in use, whoever holds it: money to the same place could not be told apart. */
export const createRequisite = settingAct({
  name: 'create-requisite',
  async load(tx, { makerId, settings }: NewRequisite) {
    const values = readRequisite(await readReference(tx.client), settings);
    return {
      values,
      maker: await lockMaker(tx, makerId),
      taken: await findNumbers(tx, [values.number]),
      id: await takeId(tx, 'requisites'),
    };
  },
  decide({ makerId }, { values, maker, taken, id }) {
    if (maker === null) throw new AppError('not_found', { field: 'makerId' });
    const place = requisitePlace(values);
    if (taken.some((other) => requisitePlace(other) === place)) {
      throw new AppError('requisite_taken', { field: 'number', number: values.number });
    }
    const requisite = { id, makerId, ...values };
    return changed(id, [requisite], requisiteFacts(id, makerId, values));
  },
  store: insertRequisites,
});

/** The audit log knows a number by its last four digits. */
export function requisiteFacts(id: number, makerId: number, values: RequisiteValues): AuditFacts {
  const { option, bank, currency, number } = values;
  const details = { makerId, option, bank, currency, number: `…${number.slice(-4)}` };
  return { subjectKind: 'requisite', subjectId: id, details };
}
