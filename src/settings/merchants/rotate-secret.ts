import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import { allKeyScopes, requireMayHold } from '../../domain/merchants/api-key.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockMerchant, replaceSecret, updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { changed, settingAct } from '../setting-act.ts';
import { lockHolder } from './create-api-key.ts';

const hourMs = 3_600_000;

/** The old secret stays valid for the overlap, so that the merchant's programs can change over one by one. */
export const rotateSecret = settingAct({
  name: 'rotate-secret',
  draw: (chance) => ({ secret: chance.text(32) }),
  load: async (tx, { id }: { readonly id: number; readonly overlapHours: number }, { actor }) => ({
    merchant: await lockMerchant(tx, id),
    by: await lockHolder(tx, actor, id),
  }),
  danger: (_input, _rows, { actor }) => dangerOfMerchantsAccess(actor),
  decide({ id, overlapHours }, { merchant, by }, { actor, at, mode, drawn: { secret } }) {
    if (merchant === null) throw new AppError('not_found');
    requireOwnMerchant(actor, merchant.id);
    // Keys without a secret of their own sign with it for everything.
    requireMayHold(by, allKeyScopes, mode);
    const oldUntilMs = at + overlapHours * hourMs;
    const details = { oldUntil: new Date(oldUntilMs).toISOString() };
    const facts = { subjectKind: 'merchant', subjectId: id, details };
    const change = { id, secret, oldUntilMs, operatorAt: actor.role === 'operator' ? at : null };
    return changed({ secret, oldUntilMs }, change, facts);
  },
  async store(tx, change) {
    await replaceSecret(tx, change);
    const { id, operatorAt } = change;
    if (operatorAt !== null) await updateAccessChanged(tx, id, { what: 'secret', at: operatorAt });
  },
});
