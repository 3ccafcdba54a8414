import { AppError } from '../errors.ts';
import { lockMaker, updateMakerName } from '../storage/settings/makers.ts';
import { changed, settingAct } from './setting-act.ts';

export const changeMaker = settingAct({
  name: 'change-maker',
  load: (tx, { id }: { readonly id: number; readonly name: string }) => lockMaker(tx, id),
  decide({ id, name }, maker) {
    if (maker === null) throw new AppError('not_found');
    return changed(undefined, { id, name }, { subjectKind: 'maker', subjectId: id, details: { name } });
  },
  store: (tx, { id, name }) => updateMakerName(tx, id, name),
});
