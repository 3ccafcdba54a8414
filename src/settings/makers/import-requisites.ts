import { type BadLine, readRequisiteTable, withoutTaken } from '../../domain/makers/requisite-settings.ts';
import type { CsvRow } from '../../domain/text/csv.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { lockMaker } from '../../storage/settings/makers/makers.ts';
import { findNumbers, insertRequisites } from '../../storage/settings/makers/requisites.ts';
import { findOperators } from '../../storage/settings/people/pending-acts.ts';
import { takeIds } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';
import { addedNow, requisiteFacts } from './create-requisite.ts';

interface RequisiteImport {
  readonly makerId: number;
  readonly rows: readonly CsvRow[];
  /** Takes the good lines of a file that has bad ones. Without it one bad line refuses the whole file. */
  readonly isPartial: boolean;
  /** Looks only: says what would be created and which lines are bad, and changes nothing. */
  readonly isTrial: boolean;
}

interface Imported {
  readonly created: number;
  readonly bad: readonly BadLine[];
}

/** Requisites of a maker from a spreadsheet. In the audit log each is created by itself. */
export const importRequisites = settingAct({
  name: 'create-requisite',
  async load(tx, { makerId, rows }: RequisiteImport) {
    const maker = await lockMaker(tx, makerId);
    if (maker === null) throw new AppError('not_found');
    const read = readRequisiteTable(await readReference(tx.client), rows);
    const numbers = read.good.map(({ values }) => values.number);
    const [taken, operators] = [await findNumbers(tx, numbers), await findOperators(tx.client)];
    return { read, taken, operators, ids: await takeIds(tx, 'requisites', numbers.length) };
  },
  decide({ makerId, isPartial, isTrial }, { read, taken, operators, ids }, situation) {
    const { good, bad } = withoutTaken(read, taken);
    if (isTrial) return unchanged<Imported>({ created: good.length, bad });
    if (bad.length > 0 && !isPartial) return unchanged<Imported>({ created: 0, bad });
    const added = addedNow(situation, operators);
    const requisites = good.map(({ values }, index) => ({ id: ids[index] ?? 0, makerId, ...values, ...added }));
    const [first, ...others] = requisites.map(requisiteFacts);
    if (first === undefined) return unchanged<Imported>({ created: 0, bad });
    return changed<typeof requisites, Imported>({ created: requisites.length, bad }, requisites, first, ...others);
  },
  store: insertRequisites,
});
