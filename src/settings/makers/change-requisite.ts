import { requireOwnMaker } from '../../domain/authority/setting-acts.ts';
import { type LimitValues, type RequisiteLimits, readLimits } from '../../domain/makers/requisite-settings.ts';
import { settingDetails } from '../../domain/money/setting-fields.ts';
import type { Actor, AuditEntry } from '../../domain/people/audit.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { lockRequisite, type Pauses, requisites } from '../../storage/settings/makers/requisites.ts';
import { changed, settingAct } from '../setting-act.ts';

interface RequisiteChange {
  readonly id: number;
  readonly isPaused?: boolean | undefined;
  readonly settings?: RequisiteLimits;
}

/**
 * An operator changes everything; a maker pauses and resumes its own, and another's does not exist. What an operator has
 * paused the maker cannot resume.
 */
export const changeRequisite = settingAct({
  name: 'change-requisite',
  load: async (tx, { id }: RequisiteChange) => ({
    reference: await readReference(tx.client),
    requisite: await lockRequisite(tx, id),
  }),
  decide({ id, isPaused, settings }, { reference, requisite }, { actor }) {
    if (requisite === null) throw new AppError('not_found');
    requireOwnMaker(actor, requisite.makerId);
    if (settings !== undefined && actor.role !== 'operator') throw new AppError('forbidden');
    const values = settings === undefined ? undefined : readLimits(reference, requisite.currency, settings);
    const pauses = isPaused === undefined ? requisite : pausesAfter(requisite, isPaused, actor);
    const details = { ...(isPaused === undefined ? {} : { isPaused }), ...limitDetails(values) };
    return changed(undefined, { id, pauses, values }, { subjectKind: 'requisite', subjectId: id, details });
  },
  async store(tx, { id, pauses, values }) {
    const { isPausedByMaker, isPausedByOperator } = pauses;
    const { limits, holder, hours } = values ?? {};
    await requisites.patch(tx, { id }, { isPausedByMaker, isPausedByOperator, ...limits, holder, hours });
  },
});

/** An operator lifts the own pause first, and that of a maker who has forgotten it when there is no other. */
function pausesAfter(pauses: Pauses, isPaused: boolean, { role }: Actor): Pauses {
  const { isPausedByMaker, isPausedByOperator } = pauses;
  if (role === 'operator') {
    return isPaused || isPausedByOperator
      ? { isPausedByMaker, isPausedByOperator: isPaused }
      : { isPausedByMaker: false, isPausedByOperator };
  }
  if (!isPaused && isPausedByOperator) throw new AppError('paused_by_operator');
  return { isPausedByMaker: isPaused, isPausedByOperator };
}

function limitDetails(values: LimitValues | undefined): NonNullable<AuditEntry['details']> {
  if (values === undefined) return {};
  const { limits, holder, hours } = values;
  return settingDetails({ holder, ...limits, hours: hours && JSON.stringify(hours) });
}
