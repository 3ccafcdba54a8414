import { requireOwnMaker } from '../../domain/authority/setting-acts.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockMaker, makers } from '../../storage/settings/makers/makers.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** The maker's own switch: off, it gets no new deals. What an operator has stopped stays so, whichever way this one is. */
export const switchMaker = settingAct({
  name: 'switch-maker',
  load: (tx, { id }: { readonly id: number; readonly isOn: boolean }) => lockMaker(tx, id),
  decide({ id, isOn }, maker, { actor }) {
    if (maker === null) throw new AppError('not_found');
    requireOwnMaker(actor, id);
    if (maker.isOn === isOn) return unchanged(undefined);
    return changed(undefined, { id, isOn }, { subjectKind: 'maker', subjectId: id, details: { isOn } });
  },
  store: (tx, { id, isOn }) => makers.patch(tx, { id }, { isOn }),
});
