import { requireAccepter } from '../../domain/authority/new-requisites.ts';
import { AppError } from '../../errors/app-error.ts';
import { findAccepter, requisites, updateUsableFrom } from '../../storage/settings/makers/requisites.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** Another operator, or the maker, says that new requisites are right: exactly these, so that none slips in between. */
export const acceptRequisites = settingAct({
  name: 'accept-requisite',
  load: async (tx, { ids }: { readonly ids: readonly number[] }, { actor }) => ({
    found: await requisites.select(tx.client, 'where id = any($1::int4[]) order by id for no key update', [ids]),
    accepter: actor.userId === null ? null : await findAccepter(tx, actor.userId),
  }),
  decide({ ids }, { found, accepter }, { actor, at, delayMs }) {
    for (const requisite of found) requireAccepter(requisite, actor, accepter);
    if (found.length < new Set(ids).size) throw new AppError('not_found');
    const waiting = found.filter(({ usableFrom }) => usableFrom === null);
    const [first, ...others] = waiting.map(({ id, makerId, number }) => ({
      subjectKind: 'requisite',
      subjectId: id,
      details: { makerId, number: `…${number.slice(-4)}` },
    }));
    if (first === undefined) return unchanged(0);
    const change = { ids: waiting.map(({ id }) => id), usableFrom: at + delayMs };
    return changed<typeof change, number>(waiting.length, change, first, ...others);
  },
  store: (tx, { ids, usableFrom }) => updateUsableFrom(tx, ids, usableFrom),
});
