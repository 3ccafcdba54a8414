import { usableFromOf, type WaitingRequisite } from '../../domain/authority/new-requisites.ts';
import type { OperatorRecord } from '../../domain/authority/second-person.ts';
import { requisitePlace } from '../../domain/makers/requisite-number.ts';
import { type RequisiteSettings, type RequisiteValues, readRequisite } from '../../domain/makers/requisite-settings.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { lockMaker } from '../../storage/settings/makers/makers.ts';
import { findNumbers, insertRequisites } from '../../storage/settings/makers/requisites.ts';
import { findOperators } from '../../storage/settings/people/pending-acts.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { type AuditFacts, changed, type Situation, settingAct } from '../setting-act.ts';

interface NewRequisite {
  readonly makerId: number;
  readonly settings: RequisiteSettings;
}

/** Refuses a number that any maker uses: money to the same place could not be told apart. */
export const createRequisite = settingAct({
  name: 'create-requisite',
  async load(tx, { makerId, settings }: NewRequisite) {
    const values = readRequisite(await readReference(tx.client), settings);
    return {
      values,
      maker: await lockMaker(tx, makerId),
      taken: await findNumbers(tx, [values.number]),
      id: await takeId(tx, 'requisites'),
      operators: await findOperators(tx.client),
    };
  },
  decide({ makerId }, { values, maker, taken, id, operators }, situation) {
    if (maker === null) throw new AppError('not_found', { field: 'makerId' });
    const place = requisitePlace(values);
    if (taken.some((other) => requisitePlace(other) === place)) {
      throw new AppError('requisite_taken', { field: 'number', number: values.number });
    }
    const requisite = { id, makerId, ...values, ...addedNow(situation, operators) };
    return changed(id, [requisite], requisiteFacts(requisite));
  },
  store: insertRequisites,
});

/** Where one operator alone puts no number in, it is kept who has added it. */
export function addedNow(situation: Situation, operators: readonly OperatorRecord[]) {
  const { actor, at, asksSecondPerson } = situation;
  const usableFrom = usableFromOf(situation, operators);
  return { usableFrom, addedBy: asksSecondPerson ? actor.userId : null, addedAt: at };
}

type Added = RequisiteValues & Pick<WaitingRequisite, 'id' | 'makerId' | 'usableFrom' | 'addedBy'>;

/** The audit log knows a number by its last four digits, and says where nobody was asked. */
export function requisiteFacts({ id, makerId, option, bank, currency, number, ...added }: Added): AuditFacts {
  const asked = added.addedBy === null ? {} : { secondPerson: added.usableFrom === null ? 'waiting' : 'nobody' };
  const details = { makerId, option, bank, currency, number: `…${number.slice(-4)}`, ...asked };
  return { subjectKind: 'requisite', subjectId: id, details };
}
