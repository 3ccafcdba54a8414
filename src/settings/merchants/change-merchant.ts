import { AppError } from '../../errors/app-error.ts';
import { lockMerchant, merchants } from '../../storage/settings/merchants/merchants.ts';
import { changed, settingAct } from '../setting-act.ts';

export const changeMerchant = settingAct({
  name: 'change-merchant',
  load: (tx, { id }: { readonly id: number; readonly name: string }) => lockMerchant(tx, id),
  decide({ id, name }, merchant) {
    if (merchant === null) throw new AppError('not_found');
    return changed(undefined, { id, name }, { subjectKind: 'merchant', subjectId: id, details: { name } });
  },
  store: (tx, { id, name }) => merchants.patch(tx, { id }, { name }),
});
