import { insertMerchant } from '../../storage/settings/merchants/merchants.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';

/** The secret is in the answer and nowhere else. */
export const createMerchant = settingAct({
  name: 'create-merchant',
  draw: (chance) => ({ secret: chance.text(32) }),
  load: async (tx, _input: { readonly name: string }) => ({ id: await takeId(tx, 'merchants') }),
  decide({ name }, { id }, { drawn: { secret } }) {
    const facts = { subjectKind: 'merchant', subjectId: id, details: { name } };
    return changed({ id, secret }, { id, name, secret }, facts);
  },
  store: insertMerchant,
});
